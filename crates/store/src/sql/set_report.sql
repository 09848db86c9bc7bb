-- $1 game   $2 engine   $3 network   $4 nodes   $5 body   $6 now (ms)
insert into report (game, engine, network, nodes, body, made_ms)
values ($1, $2, $3, $4, $5, $6)
on conflict (game) do update set
    engine = excluded.engine, network = excluded.network, nodes = excluded.nodes,
    body = excluded.body, made_ms = excluded.made_ms
