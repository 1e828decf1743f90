create table calendars (
  id uuid primary key,
  -- Whoever knows the address reads the feed; it is told once and kept as a hash.
  secret_hash bytea not null,
  user_id uuid references users,
  organization_id uuid,
  field_id uuid,
  created_at timestamptz not null,
  last_read_at timestamptz,
  constraint calendars_secret_key unique (secret_hash),
  foreign key (organization_id, field_id) references fields,
  constraint calendars_of_one check ((user_id is null) <> (field_id is null) and (organization_id is null) = (field_id is null))
);
create unique index calendars_of_user on calendars (user_id) where user_id is not null;
create unique index calendars_of_field on calendars (organization_id, field_id) where field_id is not null;
