-- Modules note what the overview has to count again, and raise the sequence of an event, where they write it: a cluster
-- that is distributed by organization refuses triggers that write other tables.
drop trigger overview_events_moved on events;
drop trigger overview_events_inserted on events;
drop trigger overview_events_updated on events;
drop trigger overview_events_deleted on events;
drop trigger overview_payments_inserted on payments;
drop trigger overview_payments_updated on payments;
drop trigger overview_refunds_inserted on refunds;
drop trigger overview_refunds_updated on refunds;
drop trigger overview_patterns_changed on opening_hour_patterns;
drop trigger overview_closures_changed on closures;
drop trigger overview_links_changed on field_opening_hours;
drop trigger overview_fields_changed on fields;
drop trigger overview_facilities_changed on facilities;
drop trigger overview_organizations_changed on organizations;
drop trigger overview_organizations_archived on organizations;
drop trigger events_sequence_raised on events;
drop function overview_events_moved();
drop function overview_events_changed();
drop function overview_money_changed();
drop function overview_hours_changed();
drop function overview_clock_changed();
drop function overview_sums_changed();
drop function raise_event_sequence();
