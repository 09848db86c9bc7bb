-- $1 game
select line, author, body, remark, remark_args, at_ms
from chat
where game = $1
order by line
