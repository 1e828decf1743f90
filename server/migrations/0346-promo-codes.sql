-- Promo codes: what they take off the price of a booking. What was agreed is copied to each use.
create table promo_codes (
  organization_id uuid not null,
  id uuid not null,
  -- In capitals.
  code text collate "und-x-icu" not null,
  kind text not null check (kind in ('percent', 'amount')),
  -- A percentage, or minor units.
  value integer not null check (value > 0),
  min_amount integer check (min_amount > 0),
  -- Local dates, both included: of the organization, and of the field.
  booked_from date,
  booked_to date,
  played_from date,
  played_to date,
  -- Empty: all of them.
  window_ids uuid[] not null,
  field_ids uuid[] not null,
  role_ids integer[] not null,
  first_booking_only boolean not null,
  max_uses integer check (max_uses > 0),
  max_per_customer integer check (max_per_customer > 0),
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (kind = 'amount' or value <= 100)
);
select distribute_by_organization('promo_codes');
alter table promo_codes add foreign key (organization_id) references organizations;
create unique index promo_codes_code on promo_codes (organization_id, code);

-- A use counts as long as its booking stands.
create table promo_uses (
  organization_id uuid not null,
  id uuid not null,
  promo_code_id uuid not null,
  event_id uuid not null,
  -- The terms of the code, as they were.
  terms jsonb not null,
  -- Minor units off the price of the booking.
  discount integer not null check (discount >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('promo_uses');
alter table promo_uses add foreign key (organization_id, promo_code_id) references promo_codes;
alter table promo_uses add foreign key (organization_id, event_id) references events;
create unique index promo_uses_of_event on promo_uses (organization_id, event_id);
create index promo_uses_of_code on promo_uses (organization_id, promo_code_id, id);
