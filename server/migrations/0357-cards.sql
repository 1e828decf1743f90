-- Cards that customers keep at a payment provider, and what they agreed to be taken from them. No number ever reaches us.
create table cards (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  provider text not null,
  -- Null: the installation's own account.
  provider_account text,
  -- Null until the provider knows the customer, and once it has forgotten them.
  provider_customer_id text,
  -- The provider's page on which it is saved.
  provider_setup_id text,
  setup_url text,
  -- Null until it is saved, and once the provider has forgotten it.
  provider_method_id text,
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  exp_month integer check (exp_month between 1 and 12),
  exp_year integer,
  purposes text[] not null check (purposes <@ array['renewals'] and cardinality(purposes) > 0),
  -- The sentences that the customer agreed to, as they stood beside the boxes.
  consent_text text not null,
  consented_at timestamptz not null,
  state text not null check (state in ('pending', 'active', 'expired', 'failing', 'removed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (state in ('pending', 'removed') or (provider_method_id is not null and provider_customer_id is not null and brand is not null
    and last4 is not null and exp_month is not null and exp_year is not null))
);
select distribute_by_organization('cards');
alter table cards add foreign key (organization_id) references organizations;
alter table cards add foreign key (organization_id, customer_id) references customers;
create unique index cards_one_of_customer on cards (organization_id, customer_id)
  where state in ('active', 'expired', 'failing');
create index cards_of_customer on cards (organization_id, customer_id, id);
create index cards_of_method on cards (provider_method_id) where provider_method_id is not null;
create index cards_pending on cards (created_at) where state = 'pending';

-- A payment that the provider took from a card on file, without its holder.
alter table payments add column card_id uuid;
alter table payments add foreign key (organization_id, card_id) references cards;
create index payments_by_card on payments (created_at) where card_id is not null and status = 'created';

-- Renewals of memberships that are paid by card: what the customer was told, and the tries.
create table card_renewals (
  organization_id uuid not null,
  subscription_id uuid not null,
  -- First day of the new term.
  renews_on date not null,
  -- What was told: the card, the amount in minor units, and the day of the first try.
  card_id uuid not null,
  amount integer not null check (amount > 0),
  first_on date not null,
  tries integer not null check (tries >= 0),
  -- The day of the next try; null: there is none.
  next_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, subscription_id, renews_on)
);
select distribute_by_organization('card_renewals');
alter table card_renewals add foreign key (organization_id, subscription_id) references subscriptions;
alter table card_renewals add foreign key (organization_id, card_id) references cards;
create index card_renewals_by_day on card_renewals (next_on, organization_id, subscription_id) where next_on is not null;
