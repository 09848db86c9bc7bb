-- $1 class
select session from class_teacher where class = $1
