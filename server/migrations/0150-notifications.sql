-- What a person is told of in the application, over all their organizations: looked up by person, so that these tables
-- stay on one server of a cluster. Without an organization where the fact is about the account.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  organization_id uuid,
  kind text not null,
  -- Several kinds: lists are filtered by it.
  topic text not null,
  subject_id uuid not null,
  params jsonb not null default '{}',
  -- How often it happened, as for the dates of a series.
  count integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_of_person on notifications (user_id, created_at desc, id desc);
create index notifications_of_organization on notifications (user_id, organization_id, created_at desc, id desc);
create index notifications_of_topic on notifications (user_id, topic, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc)
  include (kind, organization_id) where read_at is null;
create index notifications_of_subject on notifications (subject_id, kind);
create index notifications_old on notifications (created_at);

-- Only what differs from the default.
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  channel text not null check (channel in ('app')),
  choice text not null check (choice in ('at_once', 'off')),
  primary key (user_id, kind, channel)
);
