-- $1 id   $2 nickname   $3 created (ms), if it is new
insert into session (id, nickname, created_ms)
values ($1, $2, $3)
on conflict (id) do update set nickname = excluded.nickname
