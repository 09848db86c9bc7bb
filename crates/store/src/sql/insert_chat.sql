-- $1 game   $2 line   $3 author   $4 text   $5 remark   $6 its arguments   $7 when (ms)
insert into chat (game, line, author, body, remark, remark_args, at_ms)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
