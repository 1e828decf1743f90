create table price_patterns (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text collate "und-x-icu" not null,
  type text not null check (type in ('user', 'field')),
  -- [{name, start, end, weekdays}], [{name, duration}] and [{timeslot, plan, roleId, price}]: always read as a whole.
  timeslots jsonb not null,
  plans jsonb not null,
  details jsonb not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index price_patterns_by_name on price_patterns (organization_id, name, id) where archived_at is null;
create index price_patterns_by_name_everywhere on price_patterns (name, id) where archived_at is null;
create index price_patterns_by_id on price_patterns (id);

create table field_price_patterns (
  organization_id uuid not null,
  field_id uuid not null,
  pattern_id uuid not null,
  primary key (organization_id, field_id, pattern_id),
  foreign key (organization_id, field_id) references fields,
  foreign key (organization_id, pattern_id) references price_patterns
);
create index field_price_patterns_of_pattern on field_price_patterns (organization_id, pattern_id, field_id);
