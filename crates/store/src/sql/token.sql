-- $1 hash
select id, hash, account, scopes, label, created_ms, used_ms
from token
where hash = $1
