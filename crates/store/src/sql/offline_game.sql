-- $1 key
select id from game where offline_key = $1
