-- What the planning shows and how, under a name.
create table views (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Whose it is; null: the team's.
  user_id uuid references users,
  name text collate natural_order not null,
  -- As the contract has it: always read as a whole.
  sight jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index views_name_key on views (organization_id, user_id, fold(name)) nulls not distinct;
