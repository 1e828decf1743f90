-- Other systems act with a key of an organization. Each key is an account that nobody can sign in with, so that what it
-- does has an author of its own. Keys are found within the organization of the address: no directory is needed.
alter table users add column is_api_key boolean not null default false;

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null references users,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  permissions text[] not null,
  expires_at timestamptz,
  -- To the minute, in which calls_in_minute were made.
  last_used_at timestamptz,
  last_used_address text,
  calls_in_minute integer not null default 0,
  created_by uuid not null references users,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id)
);
select distribute_by_organization('api_keys');
alter table api_keys add foreign key (organization_id) references organizations;
create unique index api_keys_by_hash on api_keys (organization_id, secret_hash);
create unique index api_keys_name_key on api_keys (organization_id, fold(name)) where revoked_at is null;
