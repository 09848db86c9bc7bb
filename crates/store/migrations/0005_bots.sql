-- Games of programs: infractions, and how many lose. Null where they are not counted.
alter table game add column max_infractions bigint;
alter table game add column white_infractions bigint not null default 0;
alter table game add column black_infractions bigint not null default 0;

-- BOT if the session is that of a program.
alter table session add column title text;

-- Names that programs address sessions by.
create table account (
    -- the name in lower case
    id text primary key,
    name text not null,
    session text not null unique,
    -- the session of the person who made it
    owner text not null,
    -- BOT, or null for a person
    title text,
    created_ms bigint not null
);

create index account_by_owner on account (owner, created_ms);

-- Tokens of programs. Only their hashes are stored.
create table token (
    id text primary key,
    hash text not null unique,
    account text not null,
    -- separated by commas
    scopes text not null,
    label text not null,
    created_ms bigint not null,
    used_ms bigint
);

create index token_by_account on token (account, created_ms);
