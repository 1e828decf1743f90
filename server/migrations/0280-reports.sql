-- Open and taken minutes of each hour of a date, 24 numbers, for reports. All dates are counted again.
alter table overview_fields
  add column open_by_hour smallint[] not null default '{}',
  add column taken_by_hour smallint[] not null default '{}';
update overview_dates set is_stale = true;

-- Who sees the bookings of all on the overview sees the same figures in the reports.
update roles set permissions = permissions || '{reports.show}'
where type = 'admin' and permissions @> '{events.show}' and not permissions @> '{reports.show}';
