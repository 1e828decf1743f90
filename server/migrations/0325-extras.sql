-- Extras with a booking: rackets, lights, balls. What was agreed is copied to each booking.
create table extras (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  -- Says how it stands in the books. Null: the default product of extras.
  product_id uuid,
  -- Minor units, tax included.
  price integer not null check (price >= 0),
  -- Prices of categories of customers: [{roleId, price}].
  role_prices jsonb not null,
  per text not null check (per in ('booking', 'person', 'hour', 'piece')),
  mode text not null check (mode in ('choice', 'required', 'in_windows')),
  step_minutes integer not null check (step_minutes in (15, 30, 60)),
  max_quantity integer check (max_quantity > 0),
  -- Whether members choose it by themselves.
  online boolean not null,
  -- Empty: all of them.
  field_ids uuid[] not null,
  sport_ids integer[] not null,
  window_ids uuid[] not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('extras');
alter table extras add foreign key (organization_id) references organizations;
alter table extras add foreign key (organization_id, product_id) references products;

create table extra_stocks (
  organization_id uuid not null,
  id uuid not null,
  extra_id uuid not null,
  facility_id uuid not null,
  -- Null: as many as are asked for.
  quantity integer check (quantity >= 0),
  -- After a loan.
  turnaround_minutes integer not null check (turnaround_minutes >= 0),
  -- Of what is used up; below 0 where more was sold than was counted.
  on_hand integer,
  -- Offered there.
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, extra_id, facility_id)
);
select distribute_by_organization('extra_stocks');
alter table extra_stocks add foreign key (organization_id, extra_id) references extras;
alter table extra_stocks add foreign key (organization_id, facility_id) references facilities;

-- An extra of a booking, as it was agreed.
create table event_extras (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  extra_id uuid not null,
  stock_id uuid not null,
  name text not null,
  -- As it was ordered.
  quantity integer not null check (quantity > 0),
  -- Handed out.
  pieces integer not null check (pieces > 0),
  -- The price is unit_price × charged, in minor units.
  charged integer not null check (charged > 0),
  unit_price integer not null check (unit_price >= 0),
  -- Null where it costs nothing.
  charge_id uuid,
  -- Added by the server: the booker does not take it off.
  is_required boolean not null,
  -- ended: with its booking, and back if that is restored · removed: taken off.
  state text not null check (state in ('active', 'ended', 'removed')),
  -- What of it is refunded once its booking cannot be restored within the time to undo.
  refund_due integer check (refund_due > 0),
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check ((unit_price > 0) or charge_id is null),
  check ((state = 'active') = (ended_at is null)),
  check (refund_due is null or state = 'ended')
);
select distribute_by_organization('event_extras');
alter table event_extras add foreign key (organization_id, event_id) references events;
alter table event_extras add foreign key (organization_id, extra_id) references extras;
alter table event_extras add foreign key (organization_id, stock_id) references extra_stocks;
alter table event_extras add foreign key (organization_id, charge_id) references charges;
create index event_extras_of_event on event_extras (organization_id, event_id, id);
create index event_extras_of_charge on event_extras (organization_id, charge_id) where charge_id is not null;
create index event_extras_to_refund on event_extras (ended_at, id) where refund_due is not null;

-- A piece is lent to one booking at a time. Deferrable: one statement may number the loans anew.
create table extra_uses (
  organization_id uuid not null,
  id uuid not null,
  event_extra_id uuid not null,
  stock_id uuid not null,
  unit integer not null check (unit >= 1),
  during tstzrange not null check (not isempty(during)),
  active boolean not null,
  primary key (organization_id, id),
  constraint extra_uses_never_overlap
    exclude using gist (organization_id with =, stock_id with =, unit with =, during with &&)
    where (active) deferrable initially immediate
);
select distribute_by_organization('extra_uses');
alter table extra_uses add foreign key (organization_id, event_extra_id) references event_extras;
alter table extra_uses add foreign key (organization_id, stock_id) references extra_stocks;
create index extra_uses_of_line on extra_uses (organization_id, event_extra_id);

alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check
  check (kind in ('booking', 'goods', 'fee', 'coaching', 'pack', 'extra'));
