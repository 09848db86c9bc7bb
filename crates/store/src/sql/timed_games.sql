-- $1 after id   $2 limit
select id
from game
where started_ms is not null and ended_ms is null and time_kind = 'clock' and id > $1
order by id
limit $2
