-- $1 session
select id, nickname, created_ms, title
from session
where id = $1
