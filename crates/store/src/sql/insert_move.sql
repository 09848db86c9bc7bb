-- $1 game   $2 ply   $3 move   $4 when (ms)   $5 white's clock (ms)   $6 black's
insert into move (game, ply, uci, at_ms, white_ms, black_ms)
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
