-- $1 game   $2 of White   $3 of Black
update game
set white_infractions = $2, black_infractions = $3
where id = $1 and ended_ms is null
