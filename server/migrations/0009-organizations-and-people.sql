-- What the team settles for the whole organization.
alter table organizations
  add vat_profile text not null default 'standard' check (vat_profile in ('standard', 'franchise', 'exempt')),
  -- Hundredths of a percent: 2000 is 20 %.
  add vat_rate integer not null default 2000 check (vat_rate between 0 and 10000),
  -- Hours; new fields begin with it.
  add cancellation_deadline integer not null default 24 check (cancellation_deadline >= 0),
  add approval_default text not null default 'automatic' check (approval_default in ('automatic', 'manual')),
  -- Booking rules; null: no bound.
  add horizon_days integer default 30 check (horizon_days >= 1),
  add notice_minutes integer check (notice_minutes >= 0),
  add most_active integer check (most_active >= 1),
  add payment_on_site boolean not null default false;

alter table roles
  -- Booking rules of their own; null: the organization's.
  add horizon_days integer check (horizon_days >= 1),
  add notice_minutes integer check (notice_minutes >= 0),
  add most_active integer check (most_active >= 1),
  -- Deleted ones stay, for what tells of them; no number is given twice.
  add archived_at timestamptz,
  drop constraint roles_name_key;
create unique index roles_name_key on roles (organization_id, fold(name)) where archived_at is null;

create index activity_everywhere on activity (at desc, id);
create index activity_of_actor on activity (actor_id, organization_id, at desc, id);
create index activity_of_subject on activity (subject_id, organization_id, at desc, id);
create index activity_of_room on activity (organization_id, split_part(act, '.', 1), at desc, id);
