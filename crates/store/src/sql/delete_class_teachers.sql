-- $1 class
delete from class_teacher where class = $1
