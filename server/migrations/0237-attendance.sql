-- Whether who booked came, and who of the team marked it when.
alter table events add column attendance text, add column attendance_at timestamptz, add column attendance_by uuid;
alter table events add constraint events_attendance_check check (attendance in ('arrived', 'no_show'));
alter table events add constraint events_attendance_by_fkey foreign key (attendance_by) references users;
create index events_attended on events (organization_id, attendance, start_time, id) where attendance is not null;
