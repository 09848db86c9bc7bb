-- $1 id   $2 owner
delete from token
where id = $1 and account in (select account.id from account where account.owner = $2)
