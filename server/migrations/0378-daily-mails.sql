-- The team is told by mail, at once or once a day.
alter table notifications add column mail_at timestamptz;
create index notifications_to_mail on notifications (mail_at) where mail_at is not null;

alter table notification_preferences drop constraint notification_preferences_choice_check;
alter table notification_preferences add constraint notification_preferences_choice_check
  check (choice in ('at_once', 'daily', 'off'));
