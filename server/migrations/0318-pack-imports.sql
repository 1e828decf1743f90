-- Packs that come from another system: their number there, what was used of them there, and when an import has written
-- them last, so that a repeated import leaves what was used or changed here since.
alter table packs add column external_id text;
alter table packs add column used_before integer not null default 0;
alter table packs add constraint packs_used_before_check check (used_before >= 0 and used_before <= units_used);
alter table packs add column imported_at timestamptz;
create unique index packs_by_external_id on packs (organization_id, external_id) where external_id is not null;

alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('facilities', 'bookings', 'customers', 'packs'));
alter table import_records drop constraint import_records_kind_check;
alter table import_records add constraint import_records_kind_check check (kind in ('booking', 'customer', 'pack'));
