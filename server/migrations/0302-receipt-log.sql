-- The receipt log that French tax law wants of software that records payments: a chain of hashes for each organization.
create table receipt_log_heads (
  organization_id uuid not null primary key,
  -- The last entry.
  seq bigint not null check (seq >= 0),
  sha256 bytea not null,
  at timestamptz not null,
  -- Local dates on which the periods began that have entries and no total yet.
  open_day date,
  open_month date,
  open_year date,
  -- Local date on which the first of them is over.
  closes_on date,
  -- Payments less refunds of all days that have their total, and of the time before the log.
  perpetual_total bigint not null
);
select distribute_by_organization('receipt_log_heads');
alter table receipt_log_heads add foreign key (organization_id) references organizations;
create index receipt_log_heads_to_close on receipt_log_heads (closes_on) where closes_on is not null;

create table receipt_log (
  organization_id uuid not null,
  -- Without gaps.
  seq bigint not null check (seq > 0),
  at timestamptz not null check (date_trunc('milliseconds', at) = at),
  kind text not null check (kind in (
    'start', 'payment', 'refund', 'refund_failed', 'invoice', 'credit_note', 'till_closing', 'till_correction',
    'export', 'archive', 'day_total', 'month_total', 'year_total'
  )),
  -- Canonical JSON: its bytes are part of the hash.
  payload text not null,
  prev_sha256 bytea not null,
  sha256 bytea not null,
  -- Of the hash, by the key of the installation.
  signature bytea check ((kind in ('day_total', 'month_total', 'year_total')) = (signature is not null)),
  primary key (organization_id, seq)
);
select distribute_by_organization('receipt_log');
alter table receipt_log add foreign key (organization_id) references organizations;
create index receipt_log_totals on receipt_log (organization_id, kind, seq desc)
  where kind in ('day_total', 'month_total', 'year_total', 'archive');

do $$ begin
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger receipt_log_immutable before update or delete on receipt_log
    for each row execute function refuse_change();
  create trigger receipt_log_kept before truncate on receipt_log for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers of receipt_log, as those of invoices';
end $$;
