-- Single sign-on of organizations. Whoever signs in names neither of these, so that they stay on one server of a cluster.
create table sign_on_providers (
  organization_id uuid primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Mail domains whose addresses a provider may sign in. Several organizations may have proved the same.
create table sign_on_domains (
  organization_id uuid not null references sign_on_providers on delete cascade,
  id uuid not null,
  domain text not null,
  -- In the TXT record that proves it.
  token text not null,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, domain)
);
create index sign_on_domains_confirmed on sign_on_domains (domain) where confirmed_at is not null;
-- Null: the provider of the whole server.
alter table single_sign_on_requests add column organization_id uuid;
