-- Minutes before the start at which customers are reminded; null: never.
alter table organizations add column reminder_lead integer default 1440;
alter table organizations add constraint organizations_reminder_lead check (reminder_lead between 30 and 10080);
-- When the reminder of a booking is due; null: none is to come.
alter table events add column remind_at timestamptz;
-- By seconds: a cluster refuses the difference of an instant and an interval, whose days depend on the session's time zone.
update events set remind_at = to_timestamp((extract(epoch from start_time - timestamptz '1970-01-01T00:00:00Z') - 86400)::double precision)
where status = 'approved' and reminded_at is null and kind = 'event' and start_time > now();
drop index events_to_remind;
create index events_to_remind on events (remind_at, id) where status = 'approved' and reminded_at is null and remind_at is not null;
