-- The team searches events by title and customer at once.
drop index events_search;
create index events_search on events using gin (fold(name || ' ' || coalesce(customer_name, '')) gin_trgm_ops);
