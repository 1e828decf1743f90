-- Memberships (subscriptions): sold for a term, renewed by hand, frozen and ended. What was agreed is copied to each term.
create table subscription_types (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  description text,
  -- Says how its sale stands in the books. Null: the default product of memberships.
  product_id uuid,
  -- Minor units for a whole term, tax included.
  price integer not null check (price > 0),
  joining_fee integer not null check (joining_fee >= 0),
  min_age integer,
  max_age integer,
  age_on text not null check (age_on in ('start', 'season')),
  term_kind text not null check (term_kind in ('months', 'days', 'season')),
  term_length integer check (term_length > 0),
  -- MM-DD
  season_start text,
  prorate text not null check (prorate in ('none', 'month', 'day')),
  renewal text not null check (renewal in ('none', 'by_hand')),
  notice_days integer not null,
  grace_days integer not null check (grace_days >= 0),
  freeze_max_days integer not null check (freeze_max_days >= 0),
  freeze_min_days integer not null check (freeze_min_days > 0),
  sale_from date,
  sale_to date,
  capacity integer check (capacity > 0),
  terms_text text,
  -- What it grants.
  role_id integer,
  discounts jsonb not null,
  packs jsonb not null,
  rules jsonb,
  version integer not null check (version > 0),
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check ((term_kind = 'season') = (season_start is not null)),
  check ((term_kind = 'season') = (term_length is null))
);
select distribute_by_organization('subscription_types');
alter table subscription_types add foreign key (organization_id) references organizations;
alter table subscription_types add foreign key (organization_id, product_id) references products;

create table subscriptions (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- Of the present term.
  type_id uuid not null,
  -- The type of its next term; null: the same.
  next_type_id uuid,
  starts_on date not null,
  -- Counted from its terms: the end of the last one that is paid, or of the first.
  ends_on date not null,
  -- With the days of grace, where it renews.
  holds_until date not null,
  renews boolean not null,
  -- The first day on which it was not held any more.
  canceled_on date,
  end_reason text,
  -- Why it was sold beyond capacity, ages or dates of sale.
  beyond_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (holds_until >= ends_on)
);
select distribute_by_organization('subscriptions');
alter table subscriptions add foreign key (organization_id) references organizations;
alter table subscriptions add foreign key (organization_id, customer_id) references customers;
alter table subscriptions add foreign key (organization_id, type_id) references subscription_types;
alter table subscriptions add foreign key (organization_id, next_type_id) references subscription_types;
create index subscriptions_of_customer on subscriptions (organization_id, customer_id, id);
create index subscriptions_of_type on subscriptions (organization_id, type_id, id);
create index subscriptions_by_end on subscriptions (organization_id, ends_on, id);
create index subscriptions_renewing on subscriptions (ends_on, id) where renews and canceled_on is null;

create table subscription_terms (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  position integer not null check (position > 0),
  -- Local dates, both included.
  from_on date not null,
  to_on date not null,
  type_id uuid not null,
  -- The terms of its type, as they were, with the hours of its time windows.
  terms jsonb not null,
  price integer not null check (price > 0),
  -- Null only until the charge is made, in the same transaction.
  charge_id uuid,
  -- Something of it is paid, or it is paid by a monthly invoice.
  is_paid boolean not null,
  voided_at timestamptz,
  -- When its holder was told that it renews.
  noticed_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, subscription_id, position),
  check (to_on >= from_on),
  -- Deferrable: a freeze moves the terms that follow.
  constraint subscription_terms_never_overlap
    exclude using gist (organization_id with =, subscription_id with =, daterange(from_on, to_on, '[]') with &&)
    where (voided_at is null) deferrable initially deferred
);
select distribute_by_organization('subscription_terms');
alter table subscription_terms add foreign key (organization_id, subscription_id) references subscriptions;
alter table subscription_terms add foreign key (organization_id, type_id) references subscription_types;
alter table subscription_terms add foreign key (organization_id, charge_id) references charges;
create index subscription_terms_of_charge on subscription_terms (organization_id, charge_id) where charge_id is not null;

create table subscription_freezes (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  -- Local dates, both included.
  from_on date not null,
  to_on date not null,
  reason text not null,
  by_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (to_on >= from_on),
  constraint subscription_freezes_never_overlap
    exclude using gist (organization_id with =, subscription_id with =, daterange(from_on, to_on, '[]') with &&)
);
select distribute_by_organization('subscription_freezes');
alter table subscription_freezes add foreign key (organization_id, subscription_id) references subscriptions;
alter table subscription_freezes add foreign key (by_id) references users;

-- Days on which memberships hold, with what they grant on them: copied from terms, without their freezes.
create table subscription_grants (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  customer_id uuid not null,
  -- Local dates, both included.
  from_on date not null,
  to_on date not null,
  -- It holds only once it has begun.
  is_grace boolean not null,
  -- Of the membership.
  name text not null,
  role_id integer,
  -- With the hours of their time windows.
  discounts jsonb not null,
  rules jsonb,
  primary key (organization_id, id),
  check (to_on >= from_on)
);
select distribute_by_organization('subscription_grants');
alter table subscription_grants add foreign key (organization_id, subscription_id) references subscriptions;
alter table subscription_grants add foreign key (organization_id, customer_id) references customers;
create index subscription_grants_of_customer on subscription_grants (organization_id, customer_id, to_on);
create index subscription_grants_of_subscription on subscription_grants (organization_id, subscription_id);

-- Packs that a term granted.
alter table packs add column subscription_term_id uuid;
alter table packs add foreign key (organization_id, subscription_term_id) references subscription_terms;
create index packs_of_term on packs (organization_id, subscription_term_id) where subscription_term_id is not null;

-- Local dates, both included, of what is sold for a time.
alter table charges add column served_from date;
alter table charges add column served_to date;
alter table charges add constraint charges_served check ((served_from is null) = (served_to is null) and served_to >= served_from);
alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check
  check (kind in ('booking', 'goods', 'fee', 'coaching', 'pack', 'extra', 'subscription'));
