-- $rows: for each move game, ply, move, when (ms), white's clock (ms), black's
insert into move (game, ply, uci, at_ms, white_ms, black_ms)
values $rows
on conflict do nothing
returning game, ply
