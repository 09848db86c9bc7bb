-- $1 class   $2 session
insert into class_teacher (class, session) values ($1, $2) on conflict (class, session) do nothing
