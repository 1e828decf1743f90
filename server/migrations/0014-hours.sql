create table opening_hour_patterns (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text collate "und-x-icu" not null,
  -- [{weekday, start, end}]: local wall times, always read as a whole.
  hours jsonb not null,
  -- [{name, from, to, closed, hours}], the newest last.
  exceptions jsonb not null default '[]',
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index opening_hour_patterns_by_name on opening_hour_patterns (organization_id, name, id) where archived_at is null;
create index opening_hour_patterns_by_name_everywhere on opening_hour_patterns (name, id) where archived_at is null;
create index opening_hour_patterns_by_id on opening_hour_patterns (id);

-- A field has one pattern at most.
create table field_opening_hours (
  organization_id uuid not null,
  field_id uuid not null,
  pattern_id uuid not null,
  primary key (organization_id, field_id),
  foreign key (organization_id, field_id) references fields,
  foreign key (organization_id, pattern_id) references opening_hour_patterns
);
create index field_opening_hours_of_pattern on field_opening_hours (organization_id, pattern_id, field_id);

-- Exceptions that sit on a facility, or on one field of it.
create table closures (
  organization_id uuid not null references organizations,
  id uuid not null,
  facility_id uuid not null,
  field_id uuid,
  name text collate "und-x-icu" not null,
  from_date date not null,
  to_date date not null,
  closed boolean not null,
  -- [{start, end}]
  hours jsonb not null default '[]',
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, facility_id) references facilities,
  foreign key (organization_id, field_id) references fields,
  constraint closures_period check (from_date <= to_date)
);
create index closures_by_end on closures (organization_id, to_date, from_date, id) where archived_at is null;
create index closures_by_end_everywhere on closures (to_date, from_date, id) where archived_at is null;
create index closures_of_facility on closures (organization_id, facility_id, to_date) where archived_at is null;
create index closures_by_id on closures (id);
