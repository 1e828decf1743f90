-- A charge is one thing that a customer owes; settlements are the money that came in for it, or went back.
create table charges (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('booking')),
  -- Null for a booking without a customer.
  customer_id uuid,
  event_id uuid not null,
  -- The start of the booking: it is due on that day, by the facility's clock.
  due_at timestamptz not null,
  currency text not null,
  -- Minor units. `credited` is no longer owed; `settled` is the sum of the settlements. More than what is owed may be
  -- settled, as where a price was lowered after its payment: that is owed to the customer.
  amount integer not null check (amount >= 0),
  credited integer not null check (credited between 0 and amount),
  settled integer not null check (settled >= 0),
  -- Why it is no debt: its booking is a hold or a request.
  pending_reason text check (pending_reason in ('payment', 'approval')),
  -- Its booking ended before anything was paid.
  voided_at timestamptz check (voided_at is null or settled = 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, event_id)
);
select distribute_by_organization('charges');
alter table charges add foreign key (organization_id) references organizations;
alter table charges add foreign key (organization_id, customer_id) references customers;
alter table charges add foreign key (organization_id, event_id) references events;
create index charges_by_due on charges (organization_id, due_at desc, id);
create index charges_everywhere on charges (due_at desc, id);
create index charges_of_customer on charges (organization_id, customer_id, due_at desc, id) where customer_id is not null;
create index charges_open on charges (organization_id, due_at desc, id)
  where voided_at is null and pending_reason is null and settled < amount - credited;

create table settlements (
  organization_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  kind text not null check (kind in ('payment', 'refund')),
  payment_id uuid not null,
  refund_id uuid,
  -- Minor units; negative for money that goes back. A refund that fails is taken back by a row of its own.
  amount integer not null check (amount <> 0),
  -- When the money moved, or the refund was asked for.
  at timestamptz not null,
  primary key (organization_id, id),
  check ((kind = 'refund') = (refund_id is not null))
);
select distribute_by_organization('settlements');
alter table settlements add foreign key (organization_id, charge_id) references charges;
alter table settlements add foreign key (organization_id, payment_id) references payments;
alter table settlements add foreign key (organization_id, refund_id) references refunds;
create index settlements_of_charge on settlements (organization_id, charge_id, at);
create index settlements_of_payment on settlements (organization_id, payment_id);
create index settlements_of_refund on settlements (organization_id, refund_id) where refund_id is not null;

insert into charges (organization_id, id, kind, customer_id, event_id, due_at, currency, amount, credited, settled,
  pending_reason, voided_at, created_at, updated_at)
select organization_id, gen_random_uuid(), 'booking', customer_id, id, start_time, currency, greatest(price, owed),
  greatest(price, owed) - owed, paid - refunded, pending_reason,
  case when has_ended and paid = 0 then coalesce(ended_at, updated_at) end, created_at, updated_at
from (
  select *, status in ('canceled', 'rejected') as has_ended,
    case when status in ('canceled', 'rejected') or refunded > 0 and paid - refunded < price
      then paid - refunded else price end as owed
  from events
  where kind = 'event' and pending_reason is distinct from 'offer' and (price > 0 or paid > 0)
) as known;

insert into settlements (organization_id, id, charge_id, kind, payment_id, amount, at)
select payments.organization_id, gen_random_uuid(), charges.id, 'payment', payments.id, payments.amount,
  coalesce(payments.paid_at, payments.created_at)
from payments join charges on charges.organization_id = payments.organization_id and charges.event_id = payments.event_id
where payments.status = 'succeeded';
insert into settlements (organization_id, id, charge_id, kind, payment_id, refund_id, amount, at)
select refunds.organization_id, gen_random_uuid(), charges.id, 'refund', payments.id, refunds.id, -refunds.amount,
  refunds.created_at
from refunds
join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
join charges on charges.organization_id = payments.organization_id and charges.event_id = payments.event_id
where payments.status = 'succeeded' and refunds.status <> 'failed';

do $$ begin
  if exists (
    select from charges left join (
      select organization_id, charge_id, sum(amount) as amount from settlements group by organization_id, charge_id
    ) as moved on moved.organization_id = charges.organization_id and moved.charge_id = charges.id
    where charges.settled <> coalesce(moved.amount, 0)
  ) then
    raise exception 'The payments and refunds of some bookings do not add up to what the bookings say';
  end if;
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger settlements_immutable before update or delete on settlements
    for each row execute function refuse_change();
  create trigger settlements_kept before truncate on settlements for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers settlements_immutable and settlements_kept, as those of invoices';
end $$;
