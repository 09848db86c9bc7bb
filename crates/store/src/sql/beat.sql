-- $1 now (ms)
insert into heartbeat (id, at_ms)
values (1, $1)
on conflict (id) do update set at_ms = excluded.at_ms
