-- $1 id   $2 name   $3 session   $4 owner   $5 title   $6 created (ms)
insert into account (id, name, session, owner, title, created_ms)
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
