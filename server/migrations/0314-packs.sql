-- Packs (carnets): units that are sold ahead and pay bookings. What was agreed is copied to each.
create table pack_types (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  -- Says how its sale stands in the books. Null: the default product of packs.
  product_id uuid,
  -- Minor units, tax included.
  price integer not null check (price > 0),
  unit text not null check (unit in ('count', 'minutes')),
  units integer not null check (units > 0),
  minutes_per_unit integer check (minutes_per_unit > 0),
  per text not null check (per in ('booking', 'person')),
  valid_days integer check (valid_days > 0),
  valid_until date,
  starts text not null check (starts in ('purchase', 'first_use')),
  -- Whether members pay with it by themselves.
  online boolean not null,
  -- Empty: all of them.
  field_ids uuid[] not null,
  sport_ids integer[] not null,
  window_ids uuid[] not null,
  role_ids integer[] not null,
  max_per_day integer check (max_per_day > 0),
  max_per_week integer check (max_per_week > 0),
  max_upcoming integer check (max_upcoming > 0),
  version integer not null check (version > 0),
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check ((unit = 'count') = (minutes_per_unit is not null)),
  check (unit = 'count' or per = 'booking'),
  check (valid_days is null or valid_until is null)
);
select distribute_by_organization('pack_types');
alter table pack_types add foreign key (organization_id) references organizations;
alter table pack_types add foreign key (organization_id, product_id) references products;

create table packs (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type_id uuid not null,
  -- The terms of its type, as they were.
  terms jsonb not null,
  units_total integer not null check (units_total > 0),
  -- Counted from its uses.
  units_used integer not null check (units_used >= 0),
  -- Given back as money.
  units_refunded integer not null default 0 check (units_refunded >= 0),
  -- Local dates, both included. Without a start it begins with its first use.
  starts_on date,
  expires_on date,
  -- Days before its end of which its holder was told last.
  told_days integer check (told_days > 0),
  -- Null: granted, for this reason.
  charge_id uuid,
  grant_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (units_used + units_refunded <= units_total),
  check (charge_id is null or grant_reason is null)
);
select distribute_by_organization('packs');
alter table packs add foreign key (organization_id) references organizations;
alter table packs add foreign key (organization_id, customer_id) references customers;
alter table packs add foreign key (organization_id, type_id) references pack_types;
alter table packs add foreign key (organization_id, charge_id) references charges;
create index packs_of_customer on packs (organization_id, customer_id, id);
create index packs_by_expiry on packs (organization_id, expires_on, id);
create index packs_ending on packs (expires_on, id) where expires_on is not null;
create index packs_of_charge on packs (organization_id, charge_id) where charge_id is not null;

create table pack_uses (
  organization_id uuid not null,
  id uuid not null,
  pack_id uuid not null,
  event_id uuid not null,
  units integer not null check (units > 0),
  given_back integer not null check (given_back between 0 and units),
  given_back_at timestamptz,
  -- Whether it pays the booking: one at a time.
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (not active or given_back = 0)
);
select distribute_by_organization('pack_uses');
alter table pack_uses add foreign key (organization_id, pack_id) references packs;
alter table pack_uses add foreign key (organization_id, event_id) references events;
create unique index pack_uses_active on pack_uses (organization_id, event_id) where active;
create index pack_uses_of_event on pack_uses (organization_id, event_id);
create index pack_uses_of_pack on pack_uses (organization_id, pack_id, id);

-- What a pack settles of the price; money is in `paid` and `refunded`.
alter table events add column covered integer not null default 0;
alter table events add constraint events_covered_check check (covered >= 0);

alter table settlements alter column payment_id drop not null;
alter table settlements add column pack_use_id uuid;
alter table settlements add foreign key (organization_id, pack_use_id) references pack_uses;
alter table settlements drop constraint settlements_kind_check;
alter table settlements add constraint settlements_kind_check check (kind in ('payment', 'refund', 'pack'));
alter table settlements add constraint settlements_of_kind check (
  (kind = 'pack') = (pack_use_id is not null) and (kind = 'pack') = (payment_id is null)
);
create index settlements_of_pack_use on settlements (organization_id, pack_use_id) where pack_use_id is not null;

alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check check (kind in ('booking', 'goods', 'fee', 'coaching', 'pack'));
