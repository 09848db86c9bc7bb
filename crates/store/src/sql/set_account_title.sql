-- $1 account   $2 title
update account
set title = $2
where id = $1
