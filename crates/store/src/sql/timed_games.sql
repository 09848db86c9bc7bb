-- $1 kind of time   $2 after id   $3 limit
select id
from game
where started_ms is not null and ended_ms is null and time_kind = $1 and id > $2
order by id
limit $3
