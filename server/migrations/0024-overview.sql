-- Sums of each local date, so that a period of any length is read at a glance. Everything in them follows from elsewhere, but
-- for how long fields were open on a date gone by: hours that change later do not change it.
create table overview_dates (
  organization_id uuid not null references organizations,
  date date not null,
  open_minutes integer not null,
  taken_minutes integer not null,
  events integer not null,
  revenue bigint not null,
  -- In the order of the contract's lists; minutes of the 24 hours of a clock.
  by_status integer[] not null,
  by_type integer[] not null,
  by_hour integer[] not null,
  -- Something changed since it was counted.
  is_stale boolean not null default false,
  -- The platform's sums have it.
  is_summed boolean not null default false,
  primary key (organization_id, date)
);
create index overview_dates_everywhere on overview_dates (date);
create index overview_dates_unsummed on overview_dates (date) where not is_summed;

create table overview_fields (
  organization_id uuid not null,
  date date not null,
  field_id uuid not null,
  open_minutes integer not null,
  taken_minutes integer not null,
  events integer not null,
  revenue bigint not null,
  primary key (organization_id, date, field_id),
  foreign key (organization_id, field_id) references fields
);
create index overview_fields_everywhere on overview_fields (date);

-- The same of all organizations together, by what they count money in: the platform reads as little as one of them.
create table overview_everywhere (
  date date not null,
  currency text not null,
  open_minutes bigint not null,
  taken_minutes bigint not null,
  events integer not null,
  revenue bigint not null,
  by_status integer[] not null,
  by_type integer[] not null,
  by_hour integer[] not null,
  primary key (date, currency)
);

-- Fields over 4, 16 and 64 days at once, counted from 1970: the platform's longest period is a few of them and some dates.
create table overview_spans (
  days integer not null,
  first_date date not null,
  organization_id uuid not null,
  field_id uuid not null,
  open_minutes integer not null,
  taken_minutes integer not null,
  events integer not null,
  revenue bigint not null,
  primary key (days, first_date, organization_id, field_id),
  foreign key (organization_id, field_id) references fields
);

-- Which dates have to be counted again: those on which these hours lie, in whatever zone; without one, today's and all later ones, or simply all.
create table overview_stale (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  around timestamptz,
  is_all boolean not null default false
);
create index overview_stale_of_organization on overview_stale (organization_id);

-- By triggers, because counting must never miss who writes; appended only, so that nobody waits for anybody.
create function overview_events_changed() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into overview_stale (organization_id, around)
    select distinct organization_id, date_trunc('hour', at) from changed, lateral (values (start_time), (end_time)) as v (at);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    insert into overview_stale (organization_id, around)
    select distinct organization_id, date_trunc('hour', at) from former, lateral (values (start_time), (end_time)) as v (at);
  end if;
  return null;
end $$;
-- What came in for an event belongs to its field, on the dates when it came.
create function overview_events_moved() returns trigger language plpgsql as $$
begin
  insert into overview_stale (organization_id, around)
  select organization_id, date_trunc('hour', paid_at) from payments
  where organization_id = new.organization_id and event_id = new.id and status = 'succeeded'
  union
  select refunds.organization_id, date_trunc('hour', refunds.updated_at)
  from payments join refunds on refunds.organization_id = payments.organization_id and refunds.payment_id = payments.id
  where payments.organization_id = new.organization_id and payments.event_id = new.id and refunds.status = 'succeeded';
  return null;
end $$;
create trigger overview_events_moved after update of field_id on events
  for each row when (old.field_id <> new.field_id) execute function overview_events_moved();

create trigger overview_events_inserted after insert on events
  referencing new table as changed for each statement execute function overview_events_changed();
create trigger overview_events_updated after update on events
  referencing new table as changed old table as former for each statement execute function overview_events_changed();
create trigger overview_events_deleted after delete on events
  referencing old table as former for each statement execute function overview_events_changed();

create function overview_money_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payments' then
    insert into overview_stale (organization_id, around)
    select distinct organization_id, date_trunc('hour', paid_at) from changed where paid_at is not null;
  else
    insert into overview_stale (organization_id, around)
    select distinct organization_id, date_trunc('hour', updated_at) from changed where status <> 'pending';
  end if;
  return null;
end $$;
create trigger overview_payments_inserted after insert on payments
  referencing new table as changed for each statement execute function overview_money_changed();
create trigger overview_payments_updated after update on payments
  referencing new table as changed for each statement execute function overview_money_changed();
create trigger overview_refunds_inserted after insert on refunds
  referencing new table as changed for each statement execute function overview_money_changed();
create trigger overview_refunds_updated after update on refunds
  referencing new table as changed for each statement execute function overview_money_changed();

create function overview_hours_changed() returns trigger language plpgsql as $$
begin
  insert into overview_stale (organization_id) values (coalesce(new.organization_id, old.organization_id));
  return null;
end $$;
create trigger overview_patterns_changed after insert or update on opening_hour_patterns
  for each row execute function overview_hours_changed();
create trigger overview_closures_changed after insert or update on closures
  for each row execute function overview_hours_changed();
create trigger overview_links_changed after insert or update or delete on field_opening_hours
  for each row execute function overview_hours_changed();
create trigger overview_fields_changed after insert or update of status, archived_at, parent_id on fields
  for each row execute function overview_hours_changed();

-- Another zone has other dates, and another currency leaves out other money.
create function overview_clock_changed() returns trigger language plpgsql as $$
begin
  insert into overview_stale (organization_id, is_all)
  values (case tg_table_name when 'facilities' then (to_jsonb(new) ->> 'organization_id')::uuid else new.id end, true);
  return null;
end $$;
create trigger overview_facilities_changed after update of timezone on facilities
  for each row when (old.timezone <> new.timezone) execute function overview_clock_changed();
create trigger overview_organizations_changed after update of timezone, currency on organizations
  for each row when ((old.timezone, old.currency) <> (new.timezone, new.currency)) execute function overview_clock_changed();

create function overview_standing_changed() returns trigger language plpgsql as $$
begin
  update overview_dates set is_summed = false where organization_id = new.id;
  return null;
end $$;
create trigger overview_organizations_archived after update of archived_at, currency on organizations
  for each row when ((old.archived_at is null, old.currency) <> (new.archived_at is null, new.currency))
  execute function overview_standing_changed();

create index payments_paid on payments (organization_id, paid_at) where status = 'succeeded';
create index refunds_settled on refunds (organization_id, updated_at) where status = 'succeeded';
create index events_unpaid on events (organization_id, start_time, id)
  where payment_status in ('due', 'partially_paid') and status in ('pending', 'approved', 'completed');
