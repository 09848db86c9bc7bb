-- $1 hash   $2 used (ms)
update token
set used_ms = $2
where hash = $1
