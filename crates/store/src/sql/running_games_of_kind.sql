-- $1 kind
select game.id, game.variant, game.setup, game.initial_fen, game.audience, game.offline_key, game.kind, game.time_kind, game.time_base_ms, game.time_increment_ms,
    game.white_id, game.black_id, white.nickname as white_name, black.nickname as black_name,
    game.computer_color, game.computer_level, game.created_ms, game.started_ms, game.ended_ms, game.winner, game.reason,
    game.draw_offer, game.takeback_offer, game.rematch_offer, game.rematch_id,
    game.clock_white_ms, game.clock_black_ms, game.clock_from_ms,
    (select count(*) from move where move.game = game.id) as plies,
    game.max_infractions, game.white_infractions, game.black_infractions, white.title as white_title, black.title as black_title
from game
left join session as white on white.id = game.white_id
left join session as black on black.id = game.black_id
where game.kind = $1 and game.started_ms is not null and game.ended_ms is null
order by game.created_ms, game.id
