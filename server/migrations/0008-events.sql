create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  facility_id uuid not null,
  field_id uuid not null,
  kind text not null default 'event' check (kind in ('event', 'block')),
  name text collate "und-x-icu" not null,
  description text,
  status text not null check (status in ('pending', 'approved', 'rejected', 'canceled', 'completed')),
  pending_reason text check (pending_reason in ('payment', 'approval')),
  hold_expires_at timestamptz,
  confidentiality text not null check (confidentiality in ('public', 'private')),
  type text not null check (type in ('training', 'game', 'free_play', 'other')),
  sport_id integer references sports,
  -- Null: the organization itself.
  creator_id uuid references users,
  customer_id uuid references users,
  customer_name text,
  customer_phone text,
  min_people integer,
  max_people integer,
  people integer,
  start_time timestamptz not null,
  end_time timestamptz not null,
  price integer not null,
  currency text not null,
  price_type text check (price_type in ('user', 'field')),
  price_lines jsonb not null default '[]',
  price_customized_by uuid references users,
  price_reason text,
  payment_status text not null check (payment_status in ('none', 'due', 'partially_paid', 'paid', 'partially_refunded', 'refunded')),
  notes text,
  internal_notes text,
  override boolean not null default false,
  canceled_reason text,
  series_id uuid,
  original_start timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, facility_id) references facilities,
  foreign key (organization_id, field_id) references fields,
  constraint events_last check (start_time < end_time),
  constraint events_pending_reason check ((status = 'pending') = (pending_reason is not null))
);
create index events_by_start on events (organization_id, start_time, id);
create index events_by_start_everywhere on events (start_time, id);
-- The platform's scope asks by id alone.
create index events_by_id on events (id);
create index events_of_field on events (organization_id, field_id, start_time, id);
create index events_of_facility on events (organization_id, facility_id, start_time, id);
create index events_of_customer on events (customer_id, start_time, id) where customer_id is not null;
create index events_search on events using gin (fold(name) gin_trgm_ops);

-- One row for each event and unit. This constraint, and no code, is what forbids double bookings.
create table occupancies (
  organization_id uuid not null,
  unit_id uuid not null,
  event_id uuid not null,
  during tstzrange not null,
  active boolean not null,
  primary key (organization_id, unit_id, event_id),
  foreign key (organization_id, unit_id) references units,
  foreign key (organization_id, event_id) references events,
  constraint occupancies_never_overlap exclude using gist (organization_id with =, unit_id with =, during with &&) where (active)
);
create index occupancies_of_event on occupancies (organization_id, event_id);
