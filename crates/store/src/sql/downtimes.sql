-- $1 ending after (ms)
select from_ms, to_ms
from downtime
where to_ms > $1
order by from_ms
