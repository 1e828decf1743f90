-- Lapses are counted from the offers.
alter table waitlist_entries drop column lapses;
