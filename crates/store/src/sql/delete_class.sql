-- $1 class
delete from class where id = $1
