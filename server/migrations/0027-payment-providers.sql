-- Stripe is one provider of several: columns are named after what they hold at any of them.
alter table payments drop constraint payments_recorded;
alter table payments rename column stripe_fee to provider_fee;
alter table payments rename column session_id to provider_session_id;
alter table payments rename column session_url to checkout_url;
alter table payments rename column intent_id to provider_intent_id;
alter table payments rename column charge_id to provider_charge_id;
alter table payments add column provider text check (provider in ('stripe', 'bank_transfer'));
update payments set provider = 'stripe' where method = 'card';
-- Online is what has a provider; everything else was recorded by somebody.
alter table payments add constraint payments_recorded check ((provider is null) = (recorded_by is not null));
alter table payments add constraint payments_card_online check (method <> 'card' or provider is not null);
alter index payments_session rename to payments_provider_session;
alter index payments_intent rename to payments_provider_intent;
alter index payments_charge rename to payments_provider_charge;
drop index payments_by_card;
create index payments_by_provider on payments (paid_at) where provider is not null and status = 'succeeded';

alter table payment_accounts rename column provider_id to account_id;
alter table payment_accounts add column provider text not null default 'stripe';
alter table payment_accounts alter column provider drop default;
alter table payment_accounts drop constraint payment_accounts_pkey;
alter table payment_accounts add primary key (organization_id, provider);
alter table payment_accounts drop constraint payment_accounts_provider_key;
alter table payment_accounts add constraint payment_accounts_account_key unique (provider, account_id);

alter table refunds rename column provider_id to provider_refund_id;
alter index refunds_provider rename to refunds_provider_refund;
alter index refunds_by_card rename to refunds_by_provider;

-- An event of a provider is kept as what it is about, in our own words; those that wait are put into them.
alter table provider_events add column provider text not null default 'stripe';
alter table provider_events alter column provider drop default;
alter table provider_events drop constraint provider_events_pkey;
alter table provider_events add primary key (provider, id);
alter table provider_events rename column object to subject;
update provider_events set subject = jsonb_strip_nulls(jsonb_build_object(
  'kind', case
    when type like 'account.%' then 'account'
    when type like 'charge.dispute.%' then 'dispute'
    when type like 'refund.%' then 'refund'
    when type = 'charge.refunded' then 'refunds'
    else 'payment'
  end,
  'id', case when type like 'account.%' then coalesce(account, subject->>'id') else subject->>'id' end,
  'isDisconnected', case when type like 'account.%' then type = 'account.application.deauthorized' end,
  'sessionId', case when type like 'checkout.session.%' then subject->>'id' end,
  'intentId', case when type like 'payment_intent.%' then subject->>'id' else subject->>'payment_intent' end,
  'organizationId', subject#>>'{metadata,organizationId}',
  'paymentId', subject#>>'{metadata,paymentId}'
));

alter table provider_marks add column provider text not null default 'stripe';
alter table provider_marks alter column provider drop default;
alter table provider_marks drop constraint provider_marks_pkey;
alter table provider_marks add primary key (provider, account);

alter table provider_differences add column provider text not null default 'stripe';
alter table provider_differences alter column provider drop default;
drop index provider_differences_once;
create unique index provider_differences_once on provider_differences (provider, subject) where settled_at is null;

-- Where an organization is paid by bank transfer.
create table bank_accounts (
  organization_id uuid primary key references organizations,
  active boolean not null,
  holder text not null,
  iban text not null,
  bic text,
  -- How long somebody may take to pay.
  payment_days integer not null check (payment_days between 1 and 30),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Transfers that are waited for: the bank account is kept as the payer was told it.
create table bank_transfers (
  organization_id uuid not null,
  payment_id uuid not null,
  reference text not null,
  holder text not null,
  iban text not null,
  bic text,
  amount integer not null check (amount > 0),
  currency text not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  received_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, payment_id),
  foreign key (organization_id, payment_id) references payments,
  constraint bank_transfers_reference_key unique (organization_id, reference)
);

-- The tables of the Stripe emulator are its own: it makes them itself, in a schema of its own, where it is used.
drop table if exists sandbox_answers;
drop table if exists sandbox_objects;
