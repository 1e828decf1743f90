-- Fields follow calendars of other systems: their busy times are blocks. Bookings that stand in them already stay, and are
-- listed until somebody decides.
create table busy_calendars (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  -- Often holds a secret of the other system. Null in the copy of an organization, until it is given again.
  url text,
  etag text,
  last_modified text,
  content_hash bytea,
  -- Its times were last read whole.
  applied_at timestamptz,
  -- It last answered, whether changed or not.
  read_at timestamptz,
  next_read_at timestamptz not null,
  -- While a reading runs.
  claimed_until timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  failure text,
  failure_status integer,
  -- When the team was told of the failure.
  told_at timestamptz,
  -- Entries of the last reading that could not be understood.
  unreadable integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (organization_id, id)
);
select distribute_by_organization('busy_calendars');
alter table busy_calendars add foreign key (organization_id) references organizations;
create index busy_calendars_due on busy_calendars (next_read_at) where archived_at is null;

create table busy_calendar_fields (
  organization_id uuid not null,
  calendar_id uuid not null,
  field_id uuid not null,
  primary key (organization_id, calendar_id, field_id)
);
select distribute_by_organization('busy_calendar_fields');
alter table busy_calendar_fields add foreign key (organization_id, calendar_id) references busy_calendars (organization_id, id);
create index busy_calendar_fields_of_field on busy_calendar_fields (organization_id, field_id);

-- Busy times as the calendar says them, for each field. Deleted a while after its end.
create table busy_times (
  organization_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  field_id uuid not null,
  -- The entry and its occurrence, as the calendar names them.
  key text not null,
  name text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, calendar_id, field_id, key)
);
select distribute_by_organization('busy_times');
alter table busy_times add foreign key (organization_id, calendar_id) references busy_calendars (organization_id, id);
create index busy_times_of_field on busy_times (organization_id, field_id, end_time);
create index busy_times_end on busy_times (end_time);

-- The blocks of a busy time: one for each day and gap between bookings.
create table busy_blocks (
  organization_id uuid not null,
  event_id uuid not null,
  busy_time_id uuid not null,
  primary key (organization_id, event_id)
);
select distribute_by_organization('busy_blocks');
alter table busy_blocks add foreign key (organization_id, busy_time_id) references busy_times (organization_id, id);
create index busy_blocks_of_time on busy_blocks (organization_id, busy_time_id);

-- Bookings that stood where a calendar says busy.
create table busy_conflicts (
  organization_id uuid not null,
  busy_time_id uuid not null,
  event_id uuid not null,
  found_at timestamptz not null,
  -- When the team decided to keep the booking.
  kept_at timestamptz,
  primary key (organization_id, busy_time_id, event_id)
);
select distribute_by_organization('busy_conflicts');
alter table busy_conflicts add foreign key (organization_id, busy_time_id) references busy_times (organization_id, id);
create index busy_conflicts_of_event on busy_conflicts (organization_id, event_id);
