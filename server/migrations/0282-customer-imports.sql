-- Imports of customers.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('facilities', 'bookings', 'customers'));
-- Values of a customer that an import has replaced, for its undo; null where it made the customer.
alter table import_records add column replaced jsonb;
-- When an import has last written the customer: an undo leaves whom somebody has changed since.
alter table import_records add column written_at timestamptz;
