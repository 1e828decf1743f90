-- Several registrations of one address may wait for a confirmation: whoever proves the mailbox keeps the account.
drop index users_email_key;
create unique index users_email_key on users (email) where email_verified_at is not null;
create index users_by_email on users (email);

-- Each mail of a forgotten password has a code and a link of its own: no request ends that of another.
drop table password_codes;
create table password_codes (
  link_hash bytea primary key,
  user_id uuid not null references users,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  code_expires_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_codes_of_user on password_codes (user_id, created_at);
create index password_codes_expired on password_codes (expires_at);
