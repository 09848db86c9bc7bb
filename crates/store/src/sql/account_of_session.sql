-- $1 session
select id, name, session, owner, title, created_ms
from account
where session = $1
