-- $1 game
select game, engine, network, nodes, body, made_ms
from report
where game = $1
