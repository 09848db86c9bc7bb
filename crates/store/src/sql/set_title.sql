-- $1 session   $2 nickname   $3 title   $4 created (ms), if it is new
insert into session (id, nickname, title, created_ms)
values ($1, $2, $3, $4)
on conflict (id) do update set nickname = excluded.nickname, title = excluded.title
