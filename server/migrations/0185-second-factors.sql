-- The authenticator app of a person. The secret is encrypted, as its holder can make every code.
create table totp_secrets (
  user_id uuid primary key references users,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until a code of it was entered.
  confirmed_at timestamptz,
  -- Interval of 30 seconds of the last code that was used: none of it or before it counts again.
  last_interval integer
);

create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right, and that wait for a second factor.
create table second_factor_tickets (
  token_hash bytea primary key,
  user_id uuid not null references users,
  network text not null,
  -- The browser, if it has signed in with the account before.
  device text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index second_factor_tickets_of_user on second_factor_tickets (user_id);
create index second_factor_tickets_expired on second_factor_tickets (expires_at);
