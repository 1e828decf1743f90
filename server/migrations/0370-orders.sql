-- What members buy by themselves: a membership or a pack, sold once its charge is paid.
create table orders (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Who pays, and who holds what is bought: themselves, or somebody whose guardian they are.
  customer_id uuid not null,
  holder_id uuid not null,
  subscription_type_id uuid,
  pack_type_id uuid,
  charge_id uuid not null,
  -- What was agreed: the words, the terms, and the days of a membership.
  agreed jsonb not null,
  state text not null check (state in ('open', 'paid', 'expired', 'withdrawn')),
  -- An order that is not paid by then leaves nothing.
  expires_at timestamptz not null,
  -- The buyer asked that it begins before the time to withdraw is over.
  begins_at_once boolean not null,
  paid_at timestamptz,
  subscription_id uuid,
  pack_id uuid,
  -- Last day to withdraw; null: there is no such right.
  withdraw_by date,
  withdrawn_at timestamptz,
  given_up_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, charge_id),
  check (num_nonnulls(subscription_type_id, pack_type_id) = 1),
  check ((paid_at is null) = (num_nonnulls(subscription_id, pack_id) = 0)),
  check ((withdrawn_at is not null) = (state = 'withdrawn'))
);
select distribute_by_organization('orders');
alter table orders add foreign key (organization_id, customer_id) references customers;
alter table orders add foreign key (organization_id, holder_id) references customers;
alter table orders add foreign key (organization_id, subscription_type_id) references subscription_types;
alter table orders add foreign key (organization_id, pack_type_id) references pack_types;
alter table orders add foreign key (organization_id, charge_id) references charges;
alter table orders add foreign key (organization_id, subscription_id) references subscriptions;
alter table orders add foreign key (organization_id, pack_id) references packs;
create index orders_of_customer on orders (organization_id, customer_id, created_at);
create index orders_of_holder on orders (organization_id, holder_id);
create index orders_waiting on orders (expires_at) where state = 'open';
create index orders_for_places on orders (organization_id, subscription_type_id) where state = 'open';
create index orders_of_subscription on orders (organization_id, subscription_id) where subscription_id is not null;
create index orders_of_pack on orders (organization_id, pack_id) where pack_id is not null;
-- A joining fee that stands on the charge of its term stays where the membership ends early.
alter table subscription_terms add column joining_fee integer not null default 0;
