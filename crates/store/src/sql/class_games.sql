-- $1 class
select class_game.game, class_game.round, class_game.tournament, class_game.why, game.variant, game.setup, game.initial_fen, game.kind,
    game.white_id, game.black_id, game.computer_color, game.computer_level, game.created_ms, game.ended_ms, game.winner, game.reason,
    (select count(*) from move where move.game = game.id) as plies
from class_game
join game on game.id = class_game.game
where class_game.class = $1
order by game.created_ms, class_game.game
