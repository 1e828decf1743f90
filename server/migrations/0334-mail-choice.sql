-- People turn off emails that they can do without.
alter table notification_preferences drop constraint notification_preferences_channel_check;
alter table notification_preferences add constraint notification_preferences_channel_check
  check (channel in ('app', 'push', 'sms', 'mail'));
