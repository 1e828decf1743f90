-- What somebody is about to book: shown to the others of the team, kept for seconds, worth nothing after a crash.
create unlogged table selections (
  organization_id uuid not null,
  -- Of one open page: whoever has two makes two.
  id uuid not null,
  user_id uuid not null,
  field_id uuid not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
create index selections_expired on selections (expires_at);
