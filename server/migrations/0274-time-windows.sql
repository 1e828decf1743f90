-- Named hours of the week, such as prime time, to which rules refer.
create table time_windows (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  weekdays integer[] not null check (cardinality(weekdays) between 1 and 7),
  -- Wall times `HH:MM`; an end at or before the start is on the next day.
  start_time text not null,
  end_time text not null,
  -- Local dates, both included.
  from_date date,
  to_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (organization_id, id),
  check (from_date <= to_date)
);
select distribute_by_organization('time_windows');
alter table time_windows add foreign key (organization_id) references organizations;
create unique index time_windows_name_key on time_windows (organization_id, fold(name)) where archived_at is null;
