-- Closed months of the books, with their entries as they were then.
create table accounting_books (
  organization_id uuid not null primary key,
  -- The day after the last closed month.
  open_from date
);
select distribute_by_organization('accounting_books');
alter table accounting_books add foreign key (organization_id) references organizations;

create table accounting_months (
  organization_id uuid not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  closed_by uuid not null references users,
  closed_at timestamptz not null,
  -- Local date, the `ValidDate` of its entries.
  closed_on date not null,
  currency text not null,
  -- Entries and their debit by journal.
  journals jsonb not null,
  -- Online payments whose fees were not known.
  fees_missing integer not null check (fees_missing >= 0),
  -- Of the FEC; null in other countries than France.
  sha256 bytea,
  primary key (organization_id, month)
);
select distribute_by_organization('accounting_months');
alter table accounting_months add foreign key (organization_id) references organizations;

create table accounting_entries (
  organization_id uuid not null,
  month date not null,
  -- Without gaps in its month.
  number integer not null check (number > 0),
  date date not null,
  journal text not null check (journal in ('VE', 'CA', 'BQ', 'OD')),
  kind text not null check (kind in ('invoice', 'payment', 'fees', 'refund', 'till_movement', 'till_closing')),
  -- Of the document, payment or movement that it follows from.
  source_id uuid not null,
  piece text not null,
  label text not null,
  lines jsonb not null,
  -- A payment that was booked without its fees, which follow in an open month.
  lacks_fees boolean not null,
  primary key (organization_id, month, number)
);
select distribute_by_organization('accounting_entries');
alter table accounting_entries add foreign key (organization_id, month) references accounting_months;
create unique index accounting_entries_of_source on accounting_entries (organization_id, kind, source_id);
create index accounting_entries_without_fees on accounting_entries (organization_id, source_id) where lacks_fees;

do $$ begin
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger accounting_months_immutable before update or delete on accounting_months
    for each row execute function refuse_change();
  create trigger accounting_months_kept before truncate on accounting_months for each statement execute function refuse_change();
  create trigger accounting_entries_immutable before update or delete on accounting_entries
    for each row execute function refuse_change();
  create trigger accounting_entries_kept before truncate on accounting_entries for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers of accounting_months and accounting_entries, as those of invoices';
end $$;

update roles set permissions = permissions || '{accounting.close}'
where type = 'admin' and id in (1, 2) and not permissions @> '{accounting.close}';
