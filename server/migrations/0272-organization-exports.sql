-- A copy of everything of an organization beside those of people: one for each, which an owner has asked for.
alter table data_exports add column organization_id uuid;
alter table data_exports drop constraint data_exports_pkey;
alter table data_exports add constraint data_exports_pkey primary key (id);
create unique index data_exports_of_person on data_exports (user_id) where organization_id is null;
create unique index data_exports_of_organization on data_exports (organization_id) where organization_id is not null;
create index data_exports_of_user on data_exports (user_id);
alter table data_exports alter column bytes type bigint;
-- Files that follow each other, as that of an organization may be large.
alter table data_exports add column parts integer not null default 1;
