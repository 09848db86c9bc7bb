-- $1 id
select id, name, session, owner, title, created_ms
from account
where id = $1
