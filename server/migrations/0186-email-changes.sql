-- One change that waits for each person: a newer one replaces it.
create table email_changes (
  user_id uuid primary key references users,
  email text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_changes_token_key unique (token_hash)
);

-- Links with which an earlier address takes the account back.
create table email_undos (
  token_hash bytea primary key,
  user_id uuid not null references users,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_undos_of_user on email_undos (user_id, created_at);
