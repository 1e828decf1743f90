create table organizations (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  type text not null check (type in ('club', 'association', 'private_owner', 'school', 'city_hall', 'league', 'tournament', 'federation', 'university')),
  enabled boolean not null default true,
  country_id integer not null,
  email text,
  phone text,
  vat_number text,
  identification_number text,
  timezone text not null default 'Europe/Paris',
  currency text not null default 'EUR',
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index organizations_by_name on organizations (name, id) where archived_at is null;
create index organizations_search on organizations using gin (fold(name || ' ' || coalesce(email, '')) gin_trgm_ops);

create table activity (
  organization_id uuid not null references organizations,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid references users,
  -- The endpoint's name: facilities.create.
  act text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  address text,
  primary key (organization_id, id)
);
create index activity_by_time on activity (organization_id, at desc, id);
