-- $1 game   $2 winner   $3 reason   $4 when (ms)
update game
set winner = $2, reason = $3, ended_ms = $4
where id = $1 and ended_ms is null
