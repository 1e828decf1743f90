-- Former public addresses of facilities and fields: each leads to where its place is now until it ends, and is nobody
-- else's meanwhile. A field also leaves one behind where it moves to another facility.
create table former_slugs (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  field_id uuid,
  slug text not null,
  ends_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('former_slugs');
alter table former_slugs add foreign key (organization_id, facility_id) references facilities;
alter table former_slugs add foreign key (organization_id, field_id) references fields;
create unique index former_slugs_of_facilities on former_slugs (organization_id, slug) where field_id is null;
create unique index former_slugs_of_fields on former_slugs (organization_id, facility_id, slug) where field_id is not null;
