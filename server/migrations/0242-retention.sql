-- How long an organization keeps what is about people. Without a row, or where null, nothing is deleted by itself.
create table retention_settings (
  organization_id uuid not null,
  customers_months integer check (customers_months between 6 and 240),
  activity_months integer check (activity_months between 6 and 240),
  imports_days integer check (imports_days between 7 and 3650),
  updated_at timestamptz not null,
  primary key (organization_id)
);
select distribute_by_organization('retention_settings');
alter table retention_settings add foreign key (organization_id) references organizations;

-- Since when a customer is anonymous.
alter table customers add column forgotten_at timestamptz;
