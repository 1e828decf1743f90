-- The latest month whose invoices were issued by themselves. Organizations without such customers have no row.
create table monthly_runs (
  organization_id uuid not null,
  month date not null,
  primary key (organization_id)
);
select distribute_by_organization('monthly_runs');
alter table monthly_runs add foreign key (organization_id) references organizations;
