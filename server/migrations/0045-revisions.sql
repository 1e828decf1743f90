-- Grows with each change of what the servers remember of an organization, and is read with every request. Of its own
-- table, so that organizations are not rewritten.
create table revisions (
  organization_id uuid primary key references organizations,
  revision integer not null
);
