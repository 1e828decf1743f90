-- Primary keys, unique constraints and foreign keys lead with the organization, so that one machine can check them where
-- tables are distributed by organization.

alter table files drop constraint files_of_facility, drop constraint files_of_field;
alter table files add constraint files_of_facility unique (organization_id, facility_id, position) deferrable;
alter table files add constraint files_of_field unique (organization_id, field_id, position) deferrable;
-- For the lists of all organizations.
create index files_of_facility_everywhere on files (facility_id) where position = 0 and facility_id is not null;
create index files_of_field_everywhere on files (field_id) where position = 0 and field_id is not null;
-- Random names are never equal.
drop index files_picture_key;
create index files_by_picture on files (picture);

-- Time-ordered random ids are never equal.
drop index invoices_by_id;
create index invoices_by_id on invoices (id);

drop index payments_provider_session;
create unique index payments_provider_session_key on payments (organization_id, provider_session_id)
  where provider_session_id is not null;
create index payments_by_provider_session on payments (provider_session_id) where provider_session_id is not null;
drop index refunds_provider_refund;
create unique index refunds_provider_refund_key on refunds (organization_id, provider_refund_id)
  where provider_refund_id is not null;

-- An account at a provider belongs to one organization: webhooks find it here. Accounts that were replaced stay.
create table provider_accounts (
  provider text not null,
  account_id text not null,
  organization_id uuid not null,
  primary key (provider, account_id)
);
insert into provider_accounts select provider, account_id, organization_id from payment_accounts;
alter table payment_accounts drop constraint payment_accounts_account_key;

alter table disputes drop constraint disputes_pkey;
alter table disputes add primary key (organization_id, id);

alter table overview_spans drop constraint overview_spans_pkey;
alter table overview_spans add primary key (organization_id, days, first_date, field_id);
create index overview_spans_everywhere on overview_spans (days, first_date);

alter table overview_stale drop constraint overview_stale_pkey;
alter table overview_stale add primary key (organization_id, id);
drop index overview_stale_of_organization;

-- Rows of one machine cannot point at those of another. Fields and organizations are archived, never deleted.
alter table calendars drop constraint calendars_organization_id_field_id_fkey;
alter table provider_differences drop constraint provider_differences_organization_id_fkey;
