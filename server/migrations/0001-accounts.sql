create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only stable, so an index needs this wrapper, which names its dictionary.
create function fold(text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));

create table users (
  id uuid primary key,
  email text not null,
  first_name text collate "und-x-icu" not null,
  last_name text collate "und-x-icu" not null,
  phone text,
  password_hash text not null,
  email_verified_at timestamptz,
  active boolean not null default true,
  platform_admin boolean not null default false,
  language text check (language in ('en', 'fr')),
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_lowercase check (email = lower(email))
);
-- One verified person for each address, and at most one who has not confirmed yet: registering never tells that an address is taken.
create unique index users_email_key on users (email, (email_verified_at is not null));
create index users_search on users using gin (fold(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index users_unverified on users (created_at) where email_verified_at is null;
create index users_by_name on users (last_name, first_name, id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  token_hash bytea not null,
  device text not null,
  address text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_token_key unique (token_hash)
);
create index sessions_of_user on sessions (user_id, last_used_at desc);
create index sessions_expired on sessions (expires_at);

-- One open verification link per person: a newer one replaces it.
create table email_verifications (
  user_id uuid primary key references users,
  token_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_verifications_token_key unique (token_hash)
);

create table password_codes (
  user_id uuid primary key references users,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- Shared by all server processes.
create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends_at timestamptz not null
);
create index rate_limits_ended on rate_limits (window_ends_at);
