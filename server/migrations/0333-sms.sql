-- Text messages: the second outbox, beside `emails`. Looked up by time, so that it stays on one server of a cluster.
create table sms_messages (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid,
  customer_id uuid,
  recipient text not null,
  body text not null,
  -- Withdrawn with what it tells of.
  about uuid,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  -- The service's own.
  provider_id text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index sms_messages_waiting on sms_messages (next_try_at) where status = 'waiting';
create index sms_messages_about on sms_messages (about) where status = 'waiting' and about is not null;
create index sms_messages_of_organization on sms_messages (organization_id, created_at);
create index sms_messages_of_person on sms_messages (user_id) where user_id is not null;
create index sms_messages_of_customer on sms_messages (organization_id, customer_id) where customer_id is not null;
create index sms_messages_old on sms_messages (created_at);

-- Text messages of a month that an organization pays for; null: none.
alter table organizations add column sms_limit integer;
alter table organizations add constraint organizations_sms_limit_check check (sms_limit between 1 and 100000);

alter table notification_preferences drop constraint notification_preferences_channel_check;
alter table notification_preferences add constraint notification_preferences_channel_check
  check (channel in ('app', 'push', 'sms'));
