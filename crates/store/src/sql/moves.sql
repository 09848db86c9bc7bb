-- $1 game
select ply, uci, at_ms, white_ms, black_ms
from move
where game = $1
order by ply
