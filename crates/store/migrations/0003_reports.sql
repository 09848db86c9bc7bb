-- The newest report of a finished game, and what it was made with.
create table report (
    game text primary key,
    engine text not null,
    network text not null,
    nodes bigint not null,
    -- JSON, as it is sent
    body text not null,
    made_ms bigint not null
);
