-- The balance of a customer: money that is paid ahead, put on it by the sale of a top-up and used by payments of its own method.

create table wallets (
  organization_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  -- Minor units: the sum of the entries, counted with the customer's row held.
  amount integer not null check (amount >= 0),
  updated_at timestamptz not null,
  primary key (organization_id, customer_id)
);
select distribute_by_organization('wallets');
alter table wallets add foreign key (organization_id, customer_id) references customers;

create table wallet_entries (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- `refund`: what was paid otherwise came back to the balance · `use_back`: what the balance had paid came back.
  kind text not null check (kind in ('top_up', 'refund', 'use', 'use_back', 'payout')),
  amount integer not null,
  -- The top-up, or the payment by the balance.
  payment_id uuid not null,
  refund_id uuid,
  at timestamptz not null,
  primary key (organization_id, id),
  constraint wallet_entries_sign check (case when kind in ('use', 'payout') then amount < 0 else amount > 0 end),
  constraint wallet_entries_of_kind check ((refund_id is null) = (kind in ('top_up', 'use')))
);
select distribute_by_organization('wallet_entries');
alter table wallet_entries add foreign key (organization_id, customer_id) references customers;
alter table wallet_entries add foreign key (organization_id, payment_id) references payments;
alter table wallet_entries add foreign key (organization_id, refund_id) references refunds;
create index wallet_entries_of_customer on wallet_entries (organization_id, customer_id, at, id);
create index wallet_entries_of_payment on wallet_entries (organization_id, payment_id);
create index wallet_entries_of_refund on wallet_entries (organization_id, refund_id) where refund_id is not null;

-- A merge moves entries to another customer; nothing else of them changes.
create function refuse_change_of_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'customer_id' = to_jsonb(old) - 'customer_id' then
    return new;
  end if;
  raise exception 'Entries of balances are not changed' using errcode = 'restrict_violation';
end $$;

do $$ begin
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger wallet_entries_immutable before update or delete on wallet_entries
    for each row execute function refuse_change_of_entry();
  create trigger wallet_entries_kept before truncate on wallet_entries for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers wallet_entries_immutable and wallet_entries_kept, as those of invoices';
end $$;

alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check
  check (method in ('card', 'cash', 'check', 'transfer', 'card_on_site', 'balance'));
alter table payments add constraint payments_balance_at_desk check (method <> 'balance' or provider is null);

-- Null: it went back as it was paid.
alter table refunds add column method text;
alter table refunds add constraint refunds_method_check
  check (method in ('cash', 'check', 'transfer', 'card_on_site', 'balance'));

alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check
  check (kind in ('booking', 'goods', 'fee', 'coaching', 'pack', 'extra', 'subscription', 'top_up'));

alter table charges drop constraint charges_of_kind;
alter table charges add constraint charges_of_kind check (
  case when kind = 'booking'
    then event_id is not null and num_nonnulls(product_id, label, quantity, unit_price) = 0
    else event_id is null and num_nonnulls(customer_id, label, quantity, unit_price, vat_rate) = 5
      and (product_id is null) = (kind = 'top_up')
      and quantity > 0 and unit_price > 0 and amount = quantity::bigint * unit_price
  end
);

-- A receipt is over a top-up, or negatively over what of it was paid out: no sale, and without tax.
alter table invoices drop constraint invoices_kind_check;
alter table invoices drop constraint invoices_corrects;
alter table invoices drop constraint invoices_of_kind;
alter table invoices drop constraint invoices_sign;
alter table invoices add constraint invoices_kind_check check (kind in ('invoice', 'credit_note', 'receipt'));
alter table invoices add constraint invoices_corrects
  check (kind = 'receipt' or (kind = 'credit_note') = (corrects_id is not null));
alter table invoices add constraint invoices_of_kind check (corrects_id is not null or refund_id is null);
alter table invoices add constraint invoices_sign
  check (case when corrects_id is null then total_amount > 0 else total_amount < 0 end);
alter table invoices add constraint invoices_receipt_untaxed check (kind <> 'receipt' or tax_amount = 0);

alter table receipt_log drop constraint receipt_log_kind_check;
alter table receipt_log add constraint receipt_log_kind_check check (kind in (
  'start', 'payment', 'refund', 'refund_failed', 'invoice', 'credit_note', 'receipt', 'till_closing', 'till_correction',
  'export', 'archive', 'day_total', 'month_total', 'year_total'
));

-- Both are rare, and found among all others.
create index payments_by_balance on payments (organization_id, created_at desc, id) where method = 'balance';
create index invoices_receipts on invoices (organization_id, issued_on desc, number desc, id) where kind = 'receipt';
