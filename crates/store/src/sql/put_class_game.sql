-- $1 game   $2 class   $3 round   $4 tournament   $5 why
insert into class_game (game, class, round, tournament, why) values ($1, $2, $3, $4, $5) on conflict (game) do nothing
