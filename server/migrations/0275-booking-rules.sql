-- The horizon's last day opens at `opens_at`, a local time; `max_holds` bounds unpaid holds; `quotas` bound bookings or
-- minutes of a day, a week or a month. Null: none in an organization, the organization's in a role.
alter table organizations add column opens_at text;
alter table organizations add column max_holds integer;
alter table organizations add check (max_holds between 1 and 3);
alter table organizations add column quotas jsonb;
alter table roles add column opens_at text;
alter table roles add column max_holds integer;
alter table roles add check (max_holds between 1 and 3);
alter table roles add column quotas jsonb;
-- What a cancellation gave back of what was paid or due, in percent; less than 100 counts in quotas.
alter table events add column refund_percent integer;
alter table events add check (refund_percent between 0 and 100);
alter table waitlist_entries drop constraint waitlist_entries_passed_over_check;
alter table waitlist_entries add constraint waitlist_entries_passed_over_check
  check (passed_over in ('horizon', 'booked', 'limit', 'offer', 'quota'));
