-- Numbers and names of accounts that differ from the defaults in the code.
create table accounting_accounts (
  organization_id uuid not null,
  -- customers, bank …, or `tax:20000` and `revenue:20000` with thousandths of a percent.
  key text not null,
  number text not null,
  label text collate "und-x-icu" not null,
  updated_at timestamptz not null,
  primary key (organization_id, key)
);
select distribute_by_organization('accounting_accounts');
alter table accounting_accounts add foreign key (organization_id) references organizations;
