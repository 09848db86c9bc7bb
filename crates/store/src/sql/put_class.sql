-- $1 id   $2 code   $3 pin   $4 name   $5 created (ms)   $6 version, one more than the last   $7 state
insert into class (id, code, pin, name, created_ms, version, state)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (id) do update set code = excluded.code, pin = excluded.pin, name = excluded.name, version = excluded.version, state = excluded.state
where class.version = excluded.version - 1
