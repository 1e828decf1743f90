-- Removals of a lost second factor that an owner has asked for: one waits for each person. Looked up by person, so that the
-- table stays on one server of a cluster.
create table second_factor_removals (
  user_id uuid primary key references users,
  -- Where the owner may ask for it.
  organization_id uuid not null,
  requested_by uuid not null references users,
  token_hash bytea not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  constraint second_factor_removals_token_key unique (token_hash)
);
create index second_factor_removals_due on second_factor_removals (due_at);
