-- Memberships that come from another system: their number there, and when an import has written them last, so that a
-- repeated import leaves what was changed here since.
alter table subscriptions add column external_id text;
alter table subscriptions add column imported_at timestamptz;
create unique index subscriptions_by_external_id on subscriptions (organization_id, external_id) where external_id is not null;

alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check
  check (kind in ('facilities', 'bookings', 'customers', 'packs', 'subscriptions'));
alter table import_records drop constraint import_records_kind_check;
alter table import_records add constraint import_records_kind_check
  check (kind in ('booking', 'customer', 'pack', 'subscription'));
