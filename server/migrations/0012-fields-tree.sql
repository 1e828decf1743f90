-- Fields as a tree: each one is listed right before its parts, and an index has that order.
alter table fields
  -- Name and id of every whole above a part, the outermost first.
  add above text[] not null default '{}';

with recursive tree as (
  select organization_id, id, '{}'::text[] as above, name collate "default" as name from fields where parent_id is null
  union all
  select fields.organization_id, fields.id, tree.above || array[tree.name, tree.id::text], fields.name collate "default"
  from fields join tree on fields.organization_id = tree.organization_id and fields.parent_id = tree.id
)
update fields set above = tree.above from tree
where fields.organization_id = tree.organization_id and fields.id = tree.id and fields.parent_id is not null;

alter table fields
  add trail text[] collate "und-x-icu" not null generated always as (above || array[name, id::text]) stored,
  -- Whoever writes a part without them is told.
  add constraint fields_above_ends_with_parent check (above[cardinality(above)] is not distinct from parent_id::text),
  -- Two for each whole. An entry of the index has room for so many names of the longest kind.
  add constraint fields_depth check (cardinality(above) <= 6);

drop index fields_of_facility;
create index fields_of_facility on fields (organization_id, facility_id, trail) where archived_at is null;
create index fields_by_trail on fields (organization_id, trail) where archived_at is null;
create index fields_by_trail_everywhere on fields (trail) where archived_at is null;

-- Few, and asked for by whatever shows fields or what is on them.
create index facilities_archived on facilities (organization_id, id) where archived_at is not null;
