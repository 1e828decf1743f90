-- Payouts of the payment service to the bank account of an organization, with what each is made of.
create table payouts (
  organization_id uuid not null,
  id uuid not null,
  provider text not null,
  account text not null,
  provider_id text not null,
  -- Negative where the service takes money from the bank account.
  amount integer not null,
  currency text not null,
  state text not null check (state in ('pending', 'paid', 'failed', 'canceled')),
  -- False for one that was made by hand: the service does not say of what.
  is_automatic boolean not null,
  arrives_on date not null,
  -- Local date of the books, once it is paid.
  booked_on date,
  items_read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('payouts');
alter table payouts add foreign key (organization_id) references organizations;
create unique index payouts_of_provider on payouts (organization_id, provider, account, provider_id);
create index payouts_by_id on payouts (id);
create index payouts_by_date on payouts (organization_id, arrives_on desc, id desc);
create index payouts_booked on payouts (organization_id, booked_on) where booked_on is not null;

create table payout_items (
  organization_id uuid not null,
  payout_id uuid not null,
  provider_id text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'other')),
  -- The service's id of the charge, refund or dispute.
  source text,
  amount integer not null,
  fee integer not null,
  net integer not null check (net = amount - fee),
  at timestamptz not null,
  primary key (organization_id, payout_id, provider_id)
);
select distribute_by_organization('payout_items');
alter table payout_items add foreign key (organization_id, payout_id) references payouts;

alter table accounting_entries drop constraint accounting_entries_kind_check;
alter table accounting_entries add constraint accounting_entries_kind_check
  check (kind in ('invoice', 'payment', 'fees', 'refund', 'payout', 'till_movement', 'till_closing'));
