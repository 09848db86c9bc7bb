-- $1 from (ms)   $2 to (ms)
insert into downtime (from_ms, to_ms)
values ($1, $2)
on conflict (from_ms) do update set to_ms = excluded.to_ms
