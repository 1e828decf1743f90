-- Secrets that all server processes share and nobody has to configure.
create table secrets (
  name text primary key,
  value bytea not null
);

create table emails (
  id uuid primary key,
  recipient text not null,
  language text not null check (language in ('en', 'fr')),
  template text not null,
  -- What the template needs; emptied once the mail is sent or given up, for it may hold codes and links.
  params jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  -- A try pushes this forward before it begins, so that no two workers send one mail.
  next_try_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index emails_waiting on emails (next_try_at) where status = 'waiting';
create index emails_old on emails (created_at);

-- The same Idempotency-Key and body give the same answer, for 24 hours.
create table idempotency_keys (
  organization_id uuid not null,
  user_id uuid not null references users,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (organization_id, user_id, key)
);
create index idempotency_keys_old on idempotency_keys (created_at);

-- Live changes, read by one relay per server up to the snapshot's xmin, so that nothing committed out of order is skipped.
create table changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  organization_id uuid not null,
  room text not null,
  subject_id text not null,
  at timestamptz not null
);
create index changes_by_transaction on changes (transaction, id);
create index changes_old on changes (at);
