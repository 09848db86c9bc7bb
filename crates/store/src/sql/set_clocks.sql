-- $1 game   $2 white's clock (ms)   $3 black's   $4 since when (ms)
update game
set clock_white_ms = $2, clock_black_ms = $3, clock_from_ms = $4
where id = $1 and ended_ms is null
