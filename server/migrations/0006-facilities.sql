create table facilities (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text collate "und-x-icu" not null,
  description text,
  place_id text,
  complete_address text,
  latitude double precision,
  longitude double precision,
  timezone text not null,
  parking_place integer,
  bicycle_parking_place integer,
  changing_room boolean,
  restroom boolean,
  shower boolean,
  restaurant boolean,
  shop boolean,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index facilities_by_name on facilities (organization_id, name, id) where archived_at is null;
create index facilities_by_name_everywhere on facilities (name, id) where archived_at is null;
create index facilities_search on facilities using gin (fold(name || ' ' || coalesce(complete_address, '')) gin_trgm_ops);
-- The platform's scope asks by id alone.
create index facilities_by_id on facilities (id);
