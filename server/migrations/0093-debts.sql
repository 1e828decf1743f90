-- Payments that the team took together, each for its event.
alter table payments add column group_id uuid;
create index payments_of_group on payments (organization_id, group_id) where group_id is not null;

-- When the customer was last reminded of what is not paid.
alter table events add column debt_reminded_at timestamptz;

-- Sums of debts are read from it alone.
drop index events_unpaid;
create index events_unpaid on events (organization_id, start_time, id)
  include (pending_reason, facility_id, currency, price, paid, refunded)
  where payment_status in ('due', 'partially_paid') and status in ('pending', 'approved', 'completed');
