-- An account that its owner has closed: it can be kept until `closes_at`, and is anonymous from `closed_at` on.
alter table users add column closes_at timestamptz;
alter table users add column closed_at timestamptz;
create index users_closing on users (closes_at) where closes_at is not null;
