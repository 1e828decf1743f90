-- The record that proves a domain is looked for again each day. The UTC day of the latest look, and the number of days in
-- a row on which a name server has said that it is not there.
alter table sign_on_domains add column checked_on date;
alter table sign_on_domains add column absent_days integer not null default 0;
