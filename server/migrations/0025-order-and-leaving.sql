-- Names that lists are sorted by are sorted as people count: "Court 2" before "Court 10".
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

alter table organizations alter name type text collate natural_order;
alter table roles alter name type text collate natural_order;
alter table facilities alter name type text collate natural_order;
alter table opening_hour_patterns alter name type text collate natural_order;
alter table price_patterns alter name type text collate natural_order;

-- What is made from a column stands in the way of changing it; its indexes go with it.
alter table fields drop trail;
alter table fields alter name type text collate natural_order;
alter table fields
  add trail text[] collate natural_order not null generated always as (above || array[name, id::text]) stored;
create index fields_of_facility on fields (organization_id, facility_id, trail) where archived_at is null;
create index fields_by_trail on fields (organization_id, trail) where archived_at is null;
create index fields_by_trail_everywhere on fields (trail) where archived_at is null;

-- Where a change took something away: who sees that field, and not where it is now, hears that something is gone.
alter table changes add left_id uuid;
