-- Browsers that are told of news (Web Push): each belongs to a session, and ends with it.
create table push_subscriptions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null,
  public_key bytea not null,
  auth_secret bytea not null,
  timezone text not null,
  created_at timestamptz not null,
  last_ok_at timestamptz,
  primary key (user_id, id),
  constraint push_subscriptions_endpoint_key unique (endpoint)
);
create index push_subscriptions_of_session on push_subscriptions (session_id);

alter table notification_preferences drop constraint notification_preferences_channel_check;
alter table notification_preferences add constraint notification_preferences_channel_check
  check (channel in ('app', 'push'));
