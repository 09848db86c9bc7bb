-- $1 account
select id, hash, account, scopes, label, created_ms, used_ms
from token
where account = $1
order by created_ms, id
