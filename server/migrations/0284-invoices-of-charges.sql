-- An invoice may come before its money, and be over charges of several bookings.
alter table invoices alter column payment_id drop not null;
alter table invoices alter column event_id drop not null;
-- Documents from before have the customer of their booking.
alter table invoices add column customer_id uuid;
-- Of an invoice that was issued before it was paid.
alter table invoices add column due_on date;
alter table invoices add foreign key (organization_id, customer_id) references customers;
alter table invoices drop constraint invoices_of_kind;
alter table invoices add constraint invoices_of_kind check (kind = 'credit_note' or refund_id is null);
alter table invoices add constraint invoices_corrects check ((kind = 'credit_note') = (corrects_id is not null));
-- A refund may correct several invoices, each of them once.
drop index invoices_of_refund;
create unique index invoices_of_refund on invoices (organization_id, refund_id, corrects_id) where refund_id is not null;
create index invoices_of_customer on invoices (organization_id, customer_id, created_at desc) where customer_id is not null;
create index invoices_correcting on invoices (organization_id, corrects_id) where corrects_id is not null;

-- What of a charge a document is over; negative on credit notes. Descriptions and tax are in the content of the document.
create table invoice_lines (
  organization_id uuid not null,
  invoice_id uuid not null,
  charge_id uuid not null,
  -- Minor units.
  amount integer not null check (amount <> 0),
  primary key (organization_id, invoice_id, charge_id)
);
select distribute_by_organization('invoice_lines');
alter table invoice_lines add foreign key (organization_id, invoice_id) references invoices;
alter table invoice_lines add foreign key (organization_id, charge_id) references charges;
create index invoice_lines_of_charge on invoice_lines (organization_id, charge_id);

-- Invoices less credit notes: the sum of the lines.
alter table charges add column invoiced integer not null default 0;
alter table charges add check (invoiced >= 0);

insert into invoice_lines (organization_id, invoice_id, charge_id, amount)
select invoices.organization_id, invoices.id, charges.id, invoices.total_amount
from invoices
join charges on charges.organization_id = invoices.organization_id and charges.event_id = invoices.event_id;
update charges set invoiced = known.amount
from (
  select organization_id, charge_id, sum(amount) as amount from invoice_lines group by organization_id, charge_id
) as known
where known.organization_id = charges.organization_id and known.charge_id = charges.id and known.amount > 0;

do $$ begin
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger invoice_lines_immutable before update or delete on invoice_lines
    for each row execute function refuse_change();
  create trigger invoice_lines_kept before truncate on invoice_lines for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers invoice_lines_immutable and invoice_lines_kept, as those of invoices';
end $$;
