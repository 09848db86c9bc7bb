select at_ms
from heartbeat
where id = 1
