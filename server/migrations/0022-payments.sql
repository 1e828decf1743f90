-- What was paid and given back for an event, kept beside it: its state of payment follows from them.
alter table events add column paid integer not null default 0 check (paid >= 0);
alter table events add column refunded integer not null default 0 check (refunded between 0 and paid);

create table payment_accounts (
  organization_id uuid primary key references organizations,
  provider_id text not null,
  takes_payments boolean not null default false,
  pays_out boolean not null default false,
  is_submitted boolean not null default false,
  requirements text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_accounts_provider_key unique (provider_id)
);

create table payments (
  organization_id uuid not null references organizations,
  id uuid not null,
  event_id uuid not null,
  user_id uuid references users,
  -- Of a walk-in; and of everybody as it was then.
  payer_name text collate "und-x-icu" not null,
  method text not null check (method in ('card', 'cash', 'check', 'transfer', 'card_on_site')),
  status text not null check (status in ('created', 'processing', 'succeeded', 'failed', 'canceled')),
  amount integer not null check (amount > 0),
  currency text not null,
  stripe_fee integer,
  application_fee integer,
  note text,
  failure text,
  recorded_by uuid references users,
  -- Null: the installation's own account.
  provider_account text,
  session_id text,
  session_url text,
  intent_id text,
  charge_id text,
  expires_at timestamptz,
  -- What the provider was asked for, so that asking again asks the same.
  request jsonb,
  -- When the provider was last asked about it.
  asked_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  constraint payments_recorded check ((method = 'card') = (recorded_by is null))
);
create unique index payments_session on payments (session_id) where session_id is not null;
create index payments_intent on payments (intent_id) where intent_id is not null;
create index payments_charge on payments (charge_id) where charge_id is not null;
create index payments_by_time on payments (organization_id, created_at desc, id);
create index payments_everywhere on payments (created_at desc, id);
create index payments_of_event on payments (organization_id, event_id, created_at);
create index payments_of_user on payments (user_id, created_at desc, id);
create index payments_open on payments (created_at) where status in ('created', 'processing');
create index payments_without_fee on payments (paid_at) where status = 'succeeded' and stripe_fee is null;
create index payments_by_card on payments (paid_at) where method = 'card' and status = 'succeeded';
-- One page to pay on at a time.
create unique index payments_one_open on payments (organization_id, event_id) where status in ('created', 'processing');

create table refunds (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount integer not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  reason text,
  failure text,
  provider_id text,
  requested_by uuid references users,
  tries integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments
);
create index refunds_of_payment on refunds (organization_id, payment_id, created_at);
create unique index refunds_provider on refunds (provider_id) where provider_id is not null;
create index refunds_by_card on refunds (created_at) where status = 'succeeded' and provider_id is not null;
create index refunds_open on refunds (created_at) where status = 'pending';

create table disputes (
  organization_id uuid not null,
  id text primary key,
  payment_id uuid not null,
  amount integer not null,
  status text not null,
  reason text,
  due_by timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (organization_id, payment_id) references payments
);
create index disputes_of_payment on disputes (organization_id, payment_id);

-- Each event of the provider once, by its id; worked on by a job, in any order, any number of times.
create table provider_events (
  id text primary key,
  account text,
  type text not null,
  object jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  tries integer not null default 0,
  failure text
);
create index provider_events_open on provider_events (received_at) where processed_at is null;

-- What the reconciler found to differ, until it agrees again.
create table provider_differences (
  id uuid primary key,
  organization_id uuid references organizations,
  payment_id uuid,
  subject text not null,
  ours bigint,
  theirs bigint,
  found_at timestamptz not null,
  settled_at timestamptz
);
create index provider_differences_open on provider_differences (found_at) where settled_at is null;
create unique index provider_differences_once on provider_differences (subject) where settled_at is null;

-- Up to when the events of each account at the provider have been read again; '' is the installation's own.
create table provider_marks (
  account text primary key,
  seen_until timestamptz not null
);

-- The test provider of the demo and the tests: what it knows, as the provider would.
create table sandbox_objects (
  id text primary key,
  account text not null,
  kind text not null,
  parent text,
  data jsonb not null,
  created_at timestamptz not null
);
create index sandbox_objects_of_kind on sandbox_objects (account, kind, created_at desc, id desc);
create index sandbox_objects_of_parent on sandbox_objects (parent, kind) where parent is not null;

create table sandbox_answers (
  account text not null,
  key text not null,
  asked text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (account, key)
);
