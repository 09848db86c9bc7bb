-- $1 game
select author, count(*)
from chat
where game = $1
group by author
