-- Gift vouchers: money that is paid ahead for whoever has the code, used by payments of a method of its own.

-- Paid ahead and no sale yet, as a top-up is by its kind: a receipt without tax is over it.
alter table charges add column is_prepaid boolean not null default false;

alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check
  check (kind in ('booking', 'share', 'goods', 'fee', 'coaching', 'pack', 'extra', 'subscription', 'top_up', 'voucher'));

-- The tax of what it pays was invoiced with the voucher: no document is over it.
alter table payments add column is_taxed_ahead boolean not null default false;
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check
  check (method in ('card', 'cash', 'check', 'transfer', 'card_on_site', 'balance', 'voucher'));
alter table payments add constraint payments_voucher_at_desk
  check (case when method = 'voucher' then provider is null else not is_taxed_ahead end);

create table vouchers (
  organization_id uuid not null,
  id uuid not null,
  -- Crockford's base 32.
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  purpose text not null check (purpose in ('single', 'multi')),
  currency text not null,
  -- Minor units.
  amount integer not null check (amount > 0),
  -- The sum of its uses, counted with its row held.
  used integer not null default 0,
  -- Local date of the organization, included.
  expires_on date not null,
  buyer_id uuid not null,
  charge_id uuid not null,
  recipient_name text,
  recipient_email text,
  message text,
  -- The language of its paper.
  language text not null check (language in ('en', 'fr')),
  -- Local date on which it is mailed; null where nobody is written to.
  deliver_on date,
  delivered_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, code),
  constraint vouchers_used check (used between 0 and amount),
  constraint vouchers_canceled_unused check (canceled_at is null or used = 0),
  constraint vouchers_delivered_to check (deliver_on is null or recipient_email is not null)
);
select distribute_by_organization('vouchers');
alter table vouchers add foreign key (organization_id, buyer_id) references customers;
alter table vouchers add foreign key (organization_id, charge_id) references charges;
create index vouchers_of_buyer on vouchers (organization_id, buyer_id);
create index vouchers_of_charge on vouchers (organization_id, charge_id);
create index vouchers_to_deliver on vouchers (deliver_on, organization_id, id)
  where deliver_on is not null and delivered_at is null and canceled_at is null;
create index vouchers_latest on vouchers (organization_id, created_at desc, id);

create table voucher_uses (
  organization_id uuid not null,
  id uuid not null,
  voucher_id uuid not null,
  payment_id uuid not null,
  refund_id uuid,
  -- Minor units; negative for what came back to the voucher.
  amount integer not null check (amount <> 0),
  at timestamptz not null,
  primary key (organization_id, id),
  constraint voucher_uses_sign check ((refund_id is null) = (amount > 0))
);
select distribute_by_organization('voucher_uses');
alter table voucher_uses add foreign key (organization_id, voucher_id) references vouchers;
alter table voucher_uses add foreign key (organization_id, payment_id) references payments;
alter table voucher_uses add foreign key (organization_id, refund_id) references refunds;
create index voucher_uses_of_voucher on voucher_uses (organization_id, voucher_id, at, id);
create index voucher_uses_of_payment on voucher_uses (organization_id, payment_id);
create index voucher_uses_of_refund on voucher_uses (organization_id, refund_id) where refund_id is not null;

do $$ begin
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger voucher_uses_immutable before update or delete on voucher_uses
    for each row execute function refuse_change();
  create trigger voucher_uses_kept before truncate on voucher_uses for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers voucher_uses_immutable and voucher_uses_kept, as those of invoices';
end $$;

create index payments_by_voucher on payments (organization_id, created_at desc, id) where method = 'voucher';
