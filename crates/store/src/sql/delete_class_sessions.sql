-- $1 class
delete from session where id in (select seat from class_member where class = $1)
