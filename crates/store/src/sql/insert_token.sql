-- $1 id   $2 hash   $3 account   $4 scopes   $5 label   $6 created (ms)
insert into token (id, hash, account, scopes, label, created_ms)
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
