-- What an archived field was a part of: it is none any more, and becomes one again when it is brought back.
alter table fields
  add former_parent_id uuid,
  add foreign key (organization_id, former_parent_id) references fields,
  add constraint fields_former_of_archived check (former_parent_id is null or archived_at is not null);
