-- `{blockAfter: {count, days, blockDays}}`: so many no-shows in so many days block online booking for so many days. Null: no
-- block in an organization, the organization's in a role.
alter table organizations add column no_show jsonb;
alter table roles add column no_show jsonb;
-- Counted anew with each mark of attendance.
alter table memberships add column booking_blocked_until timestamptz;
alter table waitlist_entries drop constraint waitlist_entries_passed_over_check;
alter table waitlist_entries add constraint waitlist_entries_passed_over_check
  check (passed_over in ('horizon', 'booked', 'limit', 'offer', 'quota', 'blocked'));
