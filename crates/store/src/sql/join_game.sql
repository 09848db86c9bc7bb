-- $1 game   $2 who takes the free seat   $3 now (ms)
update game
set white_id = coalesce(white_id, $2),
    black_id = coalesce(black_id, $2),
    started_ms = $3,
    clock_from_ms = $3
where id = $1 and started_ms is null and ended_ms is null
