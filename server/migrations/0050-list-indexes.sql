-- Events that run at an instant: those of the last day are many, those that run are few.
create index events_by_span on events using gist (tstzrange(start_time, end_time));
create index organizations_archived on organizations (id) where archived_at is not null;

-- Searched texts are stored folded: folding costs more than all else that is done with a row that a search looks at.
create extension if not exists btree_gin;
alter table users add column search text collate "C" not null
  generated always as (fold(first_name || ' ' || last_name || ' ' || email)) stored;
alter table events add column search text collate "C" not null
  generated always as (fold(name || ' ' || coalesce(customer_name, ''))) stored;
-- Bank transfers are found by their reference, with or without the hyphen.
alter table payments add column search text collate "C" not null
  generated always as (fold(payer_name || case when provider = 'bank_transfer'
    then coalesce(' ' || provider_session_id || ' ' || replace(provider_session_id, '-', ''), '') else '' end)) stored;
alter table invoices add column search text collate "C" not null
  generated always as (fold(number || ' ' || buyer_name)) stored;

drop index users_search;
drop index events_search;
drop index invoices_search;
create index users_search on users using gin (search gin_trgm_ops);
create index events_search on events using gin (organization_id, search gin_trgm_ops);
create index payments_search on payments using gin (organization_id, search gin_trgm_ops);
create index invoices_search on invoices using gin (organization_id, search gin_trgm_ops);
create index users_by_phone on users using gin (regexp_replace(phone, '\D', '', 'g') gin_trgm_ops) where phone is not null;
create index events_by_phone on events using gin (organization_id, regexp_replace(customer_phone, '\D', '', 'g') gin_trgm_ops)
  where customer_phone is not null;
create index events_of_customer_by_organization on events (organization_id, customer_id) where customer_id is not null;

-- Values that few rows have: a list of those alone must not look at all others.
create index events_to_approve_everywhere on events (start_time, id) where status = 'pending';
create index events_rejected on events (organization_id, start_time, id) where status = 'rejected';
create index events_rejected_everywhere on events (start_time, id) where status = 'rejected';
create index events_partly_paid on events (organization_id, payment_status, start_time, id)
  where payment_status in ('partially_paid', 'partially_refunded', 'refunded');
create index events_partly_paid_everywhere on events (payment_status, start_time, id)
  where payment_status in ('partially_paid', 'partially_refunded', 'refunded');
create index payments_unsettled on payments (organization_id, status, created_at desc, id) where status <> 'succeeded';
create index payments_unsettled_everywhere on payments (status, created_at desc, id) where status <> 'succeeded';
create index invoices_credit_notes on invoices (organization_id, issued_on desc, number desc, id) where kind = 'credit_note';
create index invoices_credit_notes_everywhere on invoices (issued_on desc, number desc, id) where kind = 'credit_note';
