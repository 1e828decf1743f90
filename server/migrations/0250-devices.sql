-- Doors and lights follow the life of a booking. Facts leave a check of their booking, in their transaction; a job compares
-- what each device should know with what it was last told, and writes messages: a queue, and then a log of 30 days.
create table devices (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  purpose text not null check (purpose in ('access', 'switch')),
  adapter text not null check (adapter in ('file', 'http', 'mqtt')),
  url text,
  topic text,
  username text,
  password text,
  lead_minutes integer not null,
  lag_minutes integer not null,
  active boolean not null,
  -- Signs requests of `http`; null for others.
  secret text,
  -- Signs beside the secret for a day after a rotation.
  former_secret text,
  former_secret_until timestamptz,
  -- It has accepted nothing since.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (organization_id, id)
);
select distribute_by_organization('devices');
alter table devices add foreign key (organization_id) references organizations;

create table device_fields (
  organization_id uuid not null,
  device_id uuid not null,
  field_id uuid not null,
  primary key (organization_id, device_id, field_id)
);
select distribute_by_organization('device_fields');
alter table device_fields add foreign key (organization_id, device_id) references devices (organization_id, id);
create index device_fields_of_field on device_fields (organization_id, field_id);

-- One row for each fact: whoever writes it waits for nobody.
create table device_checks (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  primary key (organization_id, id)
);
select distribute_by_organization('device_checks');
create index device_checks_of_event on device_checks (organization_id, event_id);

-- Locked while a booking is compared. It refers to no event: whoever changes an event would wait for the job.
create table device_bookings (
  organization_id uuid not null,
  event_id uuid not null,
  -- Six digits; null without a device that opens by code, and from a day after the end.
  code text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_confirmed boolean not null,
  -- When the team was told that a device has not accepted.
  told_at timestamptz,
  primary key (organization_id, event_id)
);
select distribute_by_organization('device_bookings');
create unique index device_bookings_code on device_bookings (organization_id, code) where code is not null;
create index device_bookings_start on device_bookings (starts_at) where is_confirmed and told_at is null;
create index device_bookings_end on device_bookings (ends_at);

-- For which span each device was last told that a booking stands.
create table device_states (
  organization_id uuid not null,
  device_id uuid not null,
  event_id uuid not null,
  -- Null where it is not known any more what the device holds, as after it was turned off.
  valid_from timestamptz,
  valid_until timestamptz,
  -- Whether an attempt has reached the device, or may have.
  is_sent boolean not null,
  primary key (organization_id, device_id, event_id)
);
select distribute_by_organization('device_states');
alter table device_states add foreign key (organization_id, device_id) references devices (organization_id, id);
create index device_states_of_event on device_states (organization_id, event_id);
create index device_states_end on device_states (valid_until);

create table device_messages (
  organization_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  -- Order of the facts.
  position bigint generated always as identity,
  action text not null check (action in ('grant', 'revoke', 'on', 'off', 'test')),
  -- Null for a test.
  event_id uuid,
  valid_from timestamptz,
  valid_until timestamptz,
  -- No attempt before it, and none from `expires_at` on.
  due_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'accepted', 'unanswered', 'replaced', 'not_needed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- While an attempt runs.
  claimed_until timestamptz,
  -- Of the last attempt.
  tried_at timestamptz,
  duration_ms integer,
  answer_status integer,
  failure text,
  answer text,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('device_messages');
alter table device_messages add foreign key (organization_id, device_id) references devices (organization_id, id);
create index device_messages_log on device_messages (organization_id, device_id, position desc);
create index device_messages_of_event on device_messages (organization_id, event_id, device_id, position);
create index device_messages_waiting on device_messages (due_at) where status = 'waiting';
create index device_messages_old on device_messages (created_at);
