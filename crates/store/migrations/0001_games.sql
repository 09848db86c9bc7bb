-- Only what SQLite and PostgreSQL share. Times are milliseconds since 1970; ids are made by us.

create table session (
    id text primary key,
    nickname text not null,
    created_ms bigint not null
);

create table game (
    id text primary key,
    variant text not null,
    setup text,
    initial_fen text not null,
    -- computer, friend, lobby or hotSeat
    kind text not null,
    -- perMove, clock or none
    time_kind text not null,
    time_base_ms bigint not null,
    time_increment_ms bigint not null,
    -- who sits where; the computer has no session
    white_id text,
    black_id text,
    computer_color text,
    computer_level bigint,
    created_ms bigint not null,
    started_ms bigint,
    ended_ms bigint,
    winner text,
    reason text,
    -- offers nobody has answered: the colour that made them
    draw_offer text,
    takeback_offer text,
    rematch_offer text,
    rematch_id text,
    -- the clocks as something other than a move last set them, and since when they ran from there
    clock_white_ms bigint,
    clock_black_ms bigint,
    clock_from_ms bigint
);

create index game_by_white on game (white_id, created_ms);
create index game_by_black on game (black_id, created_ms);
create index game_by_kind on game (kind, started_ms, ended_ms);

create table move (
    game text not null,
    ply bigint not null,
    uci text not null,
    at_ms bigint not null,
    -- what both clocks showed after it
    white_ms bigint,
    black_ms bigint,
    primary key (game, ply)
);

create table chat (
    game text not null,
    line bigint not null,
    author text not null,
    -- what a person wrote, or the key and arguments of a remark
    body text,
    remark text,
    remark_args text,
    at_ms bigint not null,
    primary key (game, line)
);

-- One row: when the server was last known to run.
create table heartbeat (
    id bigint primary key,
    at_ms bigint not null
);

-- Stretches in which no server ran; they count against nobody's clock.
create table downtime (
    from_ms bigint primary key,
    to_ms bigint not null
);
