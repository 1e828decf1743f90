-- What another system calls them: an import finds again what it brought.
alter table facilities add external_id text;
create unique index facilities_external_id_key on facilities (organization_id, external_id)
  where archived_at is null and external_id is not null;
-- And finds by name what has none.
create index facilities_by_folded_name on facilities (fold(name), organization_id) where archived_at is null;
alter table fields add external_id text;
-- Fields of an archived facility stay, hidden: they may come again in another one.
create unique index fields_external_id_key on fields (organization_id, external_id, facility_id)
  where archived_at is null and external_id is not null;

create index fields_by_folded_name on fields (facility_id, fold(name)) where archived_at is null;

create table imports (
  organization_id uuid not null references organizations,
  id uuid not null,
  file_name text not null,
  -- The file as it came; emptied some days after the end.
  content bytea,
  -- Header and samples of each column.
  columns jsonb not null,
  -- The target of each column, by its place.
  mapping jsonb not null,
  rows integer not null,
  state text not null default 'draft' check (state in ('draft', 'waiting', 'running', 'done', 'failed', 'canceled')),
  -- Rows worked off: written with what they bring, so that nothing is done twice or left out.
  progress integer not null default 0,
  report jsonb,
  -- A key of the words.
  failure text,
  -- Since the last row that was worked off.
  tries integer not null default 0,
  created_by uuid references users,
  -- Whose rights count; null: whoever runs the server.
  started_by uuid references users,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index imports_by_time on imports (organization_id, created_at desc, id desc);
create index imports_everywhere on imports (created_at desc, id desc);
-- The platform's scope asks by id alone.
create index imports_by_id on imports (id);
create unique index imports_one_at_once on imports (organization_id) where state in ('waiting', 'running');
