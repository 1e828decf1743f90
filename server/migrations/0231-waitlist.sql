-- People wait for times that are taken. A slot that comes free is offered to the first of them: a hold that nobody pays
-- for, guarded as every booking is.
alter table organizations add column waitlist text not null default 'offer';
alter table organizations add constraint organizations_waitlist_check check (waitlist in ('off', 'tell', 'offer'));

alter table events drop constraint events_pending_reason_check;
alter table events add constraint events_pending_reason_check check (pending_reason in ('payment', 'approval', 'offer'));
alter table events drop constraint events_former_pending_reason_check;
alter table events add constraint events_former_pending_reason_check
  check (former_pending_reason in ('payment', 'approval', 'offer'));
create index events_offered on events (hold_expires_at) where status = 'pending' and pending_reason = 'offer';

create table waitlist_entries (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null references users,
  sport_id integer references sports,
  field_id uuid,
  facility_id uuid,
  space text check (space in ('indoor', 'outdoor')),
  -- The local date, and the first and the last start that suit.
  date date not null,
  timezone text not null,
  first_start timestamptz not null,
  last_start timestamptz not null,
  -- Minutes, the one that is liked best first.
  durations integer[] not null,
  -- Null: as few as the field asks for.
  people integer,
  status text not null check (status in ('waiting', 'offered', 'booked', 'left', 'ended')),
  -- The last end that suits, and the last moment at which a slot can still be booked.
  last_end timestamptz not null,
  ends_at timestamptz not null,
  lapses integer not null default 0,
  -- Why a slot was not offered, and its start.
  passed_over text check (passed_over in ('horizon', 'booked', 'limit', 'offer')),
  passed_start timestamptz,
  created_at timestamptz not null,
  created_by uuid not null references users,
  ended_at timestamptz,
  primary key (organization_id, id),
  check (last_start >= first_start),
  check ((ended_at is null) = (status in ('waiting', 'offered'))),
  check ((passed_over is null) = (passed_start is null))
);
select distribute_by_organization('waitlist_entries');
alter table waitlist_entries add foreign key (organization_id) references organizations;
create index waitlist_entries_open on waitlist_entries (organization_id, first_start) where ended_at is null;
create index waitlist_entries_of_user on waitlist_entries (user_id, first_start);
create index waitlist_entries_due on waitlist_entries (ends_at) where ended_at is null;
create index waitlist_entries_ended on waitlist_entries (ended_at) where ended_at is not null;

create table waitlist_offers (
  organization_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('open', 'taken', 'declined', 'lapsed', 'withdrawn')),
  -- What the slot cost when it was offered, in minor units.
  price integer not null,
  price_type text,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, event_id),
  check ((ended_at is null) = (status = 'open'))
);
select distribute_by_organization('waitlist_offers');
alter table waitlist_offers add foreign key (organization_id, entry_id) references waitlist_entries on delete cascade;
alter table waitlist_offers add foreign key (organization_id, event_id) references events;
create index waitlist_offers_of_entry on waitlist_offers (organization_id, entry_id);
-- One offer at a time for each entry.
create unique index waitlist_offers_open on waitlist_offers (organization_id, entry_id) where status = 'open';

-- Times that came free, until they are matched: 15 seconds later, so that an undo comes first.
create table waitlist_releases (
  organization_id uuid not null,
  id uuid not null,
  -- Null: any field.
  field_id uuid,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- The account whose booking ended: nobody is offered their own slot.
  user_id uuid,
  due_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('waitlist_releases');
alter table waitlist_releases add foreign key (organization_id) references organizations;
create index waitlist_releases_due on waitlist_releases (due_at);

-- Addresses with a secret, of which only the hash is kept. Looked up by it, so that it stays on one server of a cluster.
create table access_links (
  secret_hash bytea primary key,
  organization_id uuid not null,
  purpose text not null check (purpose in ('offer')),
  subject_id uuid not null,
  ends_at timestamptz not null
);
create index access_links_ended on access_links (ends_at);
