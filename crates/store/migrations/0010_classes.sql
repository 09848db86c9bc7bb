-- A class: a teacher's group of children, for one lesson or kept.
create table class (
    id text primary key,
    -- what children type to join
    code text not null,
    -- what the teacher types; printed at every start, so it is kept as it is
    pin text not null,
    -- only a class that is kept has one
    name text,
    created_ms bigint not null,
    -- grows by one with every change
    version bigint not null,
    -- JSON: settings, the round, the tournament, the question
    state text not null
);
create unique index class_by_code on class (code);

-- Sessions that have given the PIN.
create table class_teacher (
    class text not null,
    session text not null,
    primary key (class, session)
);

create table class_member (
    -- who plays in the games of the class: an id like a session's
    seat text primary key,
    class text not null,
    -- the browser that sits there now
    session text,
    animal text not null,
    color text not null,
    -- a first name, if the child typed one
    name text,
    -- the secret of a printed card
    card text not null,
    joined_ms bigint not null,
    -- JSON: the partner at the same device, the setup reached, results in a row, a raised hand
    state text not null
);
create index class_member_by_class on class_member (class);

create table class_game (
    game text primary key,
    class text not null,
    round bigint not null,
    -- whether it counts in the tournament
    tournament bigint not null,
    -- JSON: the reasons for the pairing
    why text not null
);
create index class_game_by_class on class_game (class);

-- What a child would play in the position that the class was asked about.
create table class_answer (
    class text not null,
    question bigint not null,
    seat text not null,
    uci text not null,
    primary key (class, question, seat)
);
