-- The lead of reminders counts from the start of a booking, or from when it can no longer be canceled. Those who have chosen
-- a lead keep what they have; new organizations begin with the deadline.
alter table organizations add column reminder_from text not null default 'start';
alter table organizations add constraint organizations_reminder_from check (reminder_from in ('start', 'deadline'));
-- Minutes before the start at which devices are told once more; null: never.
alter table organizations add column push_reminder_lead integer default 120;
alter table organizations add constraint organizations_push_reminder_lead check (push_reminder_lead between 30 and 10080);
-- Minutes before the start, instead of the organizations' first lead; null: as each of them says.
alter table users add column reminder_lead integer;
alter table users add constraint users_reminder_lead check (reminder_lead between 30 and 10080);

-- As remind_at and reminded_at, of the reminder on devices alone.
alter table events add column push_remind_at timestamptz;
alter table events add column push_reminded_at timestamptz;
-- By seconds: a cluster refuses the difference of an instant and an interval, whose days depend on the session's time zone.
update events set push_remind_at = to_timestamp((extract(epoch from start_time - timestamptz '1970-01-01T00:00:00Z') - 7200)::double precision)
where status in ('approved', 'pending') and kind = 'event' and user_id is not null and start_time > now() + make_interval(secs => 7200);
create index events_to_remind_by_push on events (push_remind_at, id)
  where status = 'approved' and push_reminded_at is null and push_remind_at is not null;
