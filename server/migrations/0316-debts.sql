-- A debt that is written off is called neither due nor overdue. The booking says so, as its charge does.
alter table events add column is_written_off boolean not null default false;
-- Of an invoice that is not paid yet: it is due on that day, and not on its own.
alter table events add column debt_due_on date;
alter table charges add column due_on date;
-- When the customer was last reminded of what is not for a booking.
alter table charges add column reminded_at timestamptz;

alter table events drop constraint events_payment_status_check;
alter table events add constraint events_payment_status_check check (payment_status in
  ('none', 'due', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'written_off'));

update events set is_written_off = true, payment_status = case
    when payment_status in ('due', 'partially_paid') and status not in ('canceled', 'rejected') then 'written_off'
    else payment_status end
from charges
where charges.organization_id = events.organization_id and charges.event_id = events.id
  and charges.written_off_at is not null;

update charges set due_on = known.due_on
from (
  select invoice_lines.organization_id, invoice_lines.charge_id, max(invoices.due_on) as due_on
  from invoice_lines
  join invoices on invoices.organization_id = invoice_lines.organization_id and invoices.id = invoice_lines.invoice_id
  where invoices.kind = 'invoice' and invoices.due_on is not null
  group by invoice_lines.organization_id, invoice_lines.charge_id
) as known
where known.organization_id = charges.organization_id and known.charge_id = charges.id
  and charges.invoiced > charges.settled;
update events set debt_due_on = charges.due_on
from charges
where charges.organization_id = events.organization_id and charges.event_id = events.id and charges.due_on is not null;

-- Sums of debts are read from these alone.
drop index events_unpaid;
create index events_unpaid on events (organization_id, start_time, id)
  include (pending_reason, facility_id, currency, price, paid, refunded, covered, debt_due_on)
  where payment_status in ('due', 'partially_paid') and status in ('pending', 'approved', 'completed');
drop index charges_open;
create index charges_open on charges (organization_id, due_at, id)
  include (customer_id, event_id, currency, amount, credited, settled, due_on, written_off_at)
  where voided_at is null and pending_reason is null and settled < amount - credited;
create index charges_open_everywhere on charges (due_at, id)
  where voided_at is null and pending_reason is null and settled < amount - credited;
create index charges_open_of_customer on charges (organization_id, customer_id, due_at, id)
  where voided_at is null and pending_reason is null and settled < amount - credited;

drop index events_partly_paid;
create index events_partly_paid on events (organization_id, payment_status, start_time, id)
  where payment_status in ('partially_paid', 'partially_refunded', 'refunded', 'written_off');
drop index events_partly_paid_everywhere;
create index events_partly_paid_everywhere on events (payment_status, start_time, id)
  where payment_status in ('partially_paid', 'partially_refunded', 'refunded', 'written_off');
