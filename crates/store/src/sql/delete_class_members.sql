-- $1 class
delete from class_member where class = $1
