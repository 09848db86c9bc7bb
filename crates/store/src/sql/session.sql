-- $1 session
select id, nickname, created_ms
from session
where id = $1
