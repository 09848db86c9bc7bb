-- $1 owner
select id, name, session, owner, title, created_ms
from account
where owner = $1
order by created_ms, id
