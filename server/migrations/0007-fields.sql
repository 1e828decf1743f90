create table fields (
  organization_id uuid not null references organizations,
  id uuid not null,
  facility_id uuid not null,
  parent_id uuid,
  name text collate "und-x-icu" not null,
  description text,
  status text not null default 'open' check (status in ('open', 'closed')),
  confidentiality text not null default 'public' check (confidentiality in ('public', 'private')),
  bookable boolean not null default false,
  space text check (space in ('indoor', 'outdoor')),
  lights boolean,
  handicap_access boolean,
  air_conditioning boolean,
  heating boolean,
  min_people_by_event integer not null default 1,
  max_people_by_event integer not null default 99,
  seats_stands integer,
  start_step integer not null default 30,
  turnaround integer not null default 0,
  approval text not null default 'automatic' check (approval in ('automatic', 'manual')),
  cancellation_deadline integer not null default 24,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, facility_id) references facilities,
  foreign key (organization_id, parent_id) references fields,
  constraint fields_people_range check (min_people_by_event >= 1 and min_people_by_event <= max_people_by_event)
);
create index fields_by_name on fields (organization_id, name, id) where archived_at is null;
create index fields_by_name_everywhere on fields (name, id) where archived_at is null;
create index fields_of_facility on fields (organization_id, facility_id, name, id) where archived_at is null;
-- The platform's scope asks by id alone.
create index fields_by_id on fields (id);
create index fields_of_parent on fields (organization_id, parent_id) where parent_id is not null;
create index fields_search on fields using gin (fold(name) gin_trgm_ops);

create table field_sports (
  organization_id uuid not null,
  field_id uuid not null,
  sport_id integer not null references sports,
  position integer not null,
  primary key (organization_id, field_id, sport_id),
  foreign key (organization_id, field_id) references fields
);

-- What can be occupied. An undivided field has one unit; a field with parts also has the units of its parts.
create table units (
  organization_id uuid not null references organizations,
  id uuid not null,
  primary key (organization_id, id)
);
create table field_units (
  organization_id uuid not null,
  field_id uuid not null,
  unit_id uuid not null,
  primary key (organization_id, field_id, unit_id),
  foreign key (organization_id, field_id) references fields,
  foreign key (organization_id, unit_id) references units
);
create index field_units_of_unit on field_units (organization_id, unit_id, field_id);

-- The private fields that a role may see and book.
create table role_fields (
  organization_id uuid not null,
  role_id integer not null,
  field_id uuid not null,
  primary key (organization_id, role_id, field_id),
  foreign key (organization_id, role_id) references roles,
  foreign key (organization_id, field_id) references fields
);
create index role_fields_of_field on role_fields (organization_id, field_id, role_id);
