create table series (
  organization_id uuid not null references organizations,
  id uuid not null,
  field_id uuid not null,
  name text collate "und-x-icu" not null,
  -- {interval, weekdays, until, count}
  rule jsonb not null,
  -- The event that is repeated, as it was asked for; its startTime is the first occurrence.
  template jsonb not null,
  created_by uuid references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, field_id) references fields
);
create index series_by_id on series (id);
alter table events add foreign key (organization_id, series_id) references series;
create index events_of_series on events (organization_id, series_id, original_start) where series_id is not null;
