-- Imports of bookings: `options` has the order of days and months, and the field of each value of the file.
alter table imports add column kind text not null default 'facilities';
alter table imports add check (kind in ('facilities', 'bookings'));
alter table imports add column options jsonb not null default '{}';
-- An undo is a job too, and removes what the import made.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('draft', 'waiting', 'running', 'done', 'failed', 'canceled', 'undoing', 'undone'));
drop index imports_one_at_once;
create unique index imports_one_at_once on imports (organization_id) where state in ('waiting', 'running', 'undoing');

-- As another system calls the booking: an import finds again what it brought.
alter table events add column external_id text;
create unique index events_external_id_key on events (organization_id, external_id) where external_id is not null;

-- Records that an import made, for its undo.
create table import_records (
  organization_id uuid not null,
  import_id uuid not null,
  record_id uuid not null,
  kind text not null check (kind in ('booking', 'customer')),
  -- A key of the messages: why an undo left it.
  kept_because text,
  primary key (organization_id, import_id, record_id)
);
select distribute_by_organization('import_records');
alter table import_records add foreign key (organization_id, import_id) references imports on delete cascade;
