-- $1 game   $2 before line   $3 limit
select line, author, body, remark, remark_args, at_ms
from chat
where game = $1 and line < $2
order by line desc
limit $3
