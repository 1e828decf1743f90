-- The copy of one's own data: one for each person, and a newer one replaces it. The file is in the store.
create table data_exports (
  user_id uuid primary key references users,
  id uuid not null,
  language text not null check (language in ('en', 'fr')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  progress integer not null default 0,
  steps integer not null default 0,
  tries integer not null default 0,
  bytes integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  constraint data_exports_ended check ((state in ('done', 'failed')) = (ended_at is not null)),
  constraint data_exports_file check ((state = 'done') = (bytes is not null and expires_at is not null))
);
create index data_exports_open on data_exports (updated_at) where state in ('waiting', 'running');
create index data_exports_expired on data_exports (expires_at) where expires_at is not null;
