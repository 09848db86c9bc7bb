-- $1 id   $2 variant   $3 setup   $4 first FEN   $5 kind   $6 time kind   $7 base (ms)   $8 increment (ms)
-- $9 white   $10 black   $11 computer's colour   $12 its level   $13 created (ms)   $14 started (ms)
-- $15 and $16 the clocks   $17 since when (ms)   $18 audience   $19 key of an offline game
-- $20 how many infractions lose
insert into game (
    id, variant, setup, initial_fen, kind, time_kind, time_base_ms, time_increment_ms,
    white_id, black_id, computer_color, computer_level, created_ms, started_ms,
    clock_white_ms, clock_black_ms, clock_from_ms, audience, offline_key, max_infractions
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
on conflict do nothing
