-- A closure without a facility holds for all facilities of its organization.
alter table closures alter column facility_id drop not null;
alter table closures add constraint closures_place check (field_id is null or facility_id is not null);
