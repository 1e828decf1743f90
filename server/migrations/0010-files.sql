-- Photos. Their pictures are in the store, named after `picture`; here is where they belong.
create table files (
  organization_id uuid not null references organizations,
  id uuid not null,
  facility_id uuid,
  field_id uuid,
  -- The first is the default one.
  position integer not null check (position between 0 and 5),
  picture text not null,
  -- Width and height of each size, the smallest first.
  sizes jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, facility_id) references facilities,
  foreign key (organization_id, field_id) references fields,
  constraint files_one_subject check (num_nonnulls(facility_id, field_id) = 1),
  -- Checked at the end of a statement, so that one can move all of them. The ids come first: the platform's scope has no more.
  constraint files_of_facility unique (facility_id, organization_id, position) deferrable initially immediate,
  constraint files_of_field unique (field_id, organization_id, position) deferrable initially immediate
);
create unique index files_picture_key on files (picture);
