-- Steps of reminders of debts: [{days, tone}], days after the due day, negative before it. None: nobody is reminded by itself.
alter table organizations add column debt_reminder_steps jsonb not null default '[]';
-- Steps whose day was before are not made up for.
alter table organizations add column debt_reminders_from date;

alter table customers add column reminders_paused_until date;

alter table charges add column reminders_paused_at timestamptz;
-- The days of the last step that was sent, and the organization's day on which it was.
alter table charges add column reminder_days integer;
alter table charges add column reminder_sent_on date;
create index charges_reminded on charges (organization_id, customer_id, reminder_sent_on) where reminder_sent_on is not null;
