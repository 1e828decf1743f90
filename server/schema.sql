-- Written by `npm run generate` after all migrations, from PostgreSQL's catalogue. To read, not to run:
-- what changes the database is a new file in server/migrations.

create extension btree_gist;
create extension pg_trgm;
create extension unaccent;

CREATE OR REPLACE FUNCTION fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, $1));

create table activity (
  organization_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  act text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  address text,
  constraint activity_pkey PRIMARY KEY (organization_id, id),
  constraint activity_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint activity_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX activity_by_time ON activity USING btree (organization_id, at DESC, id);
CREATE INDEX activity_everywhere ON activity USING btree (at DESC, id);
CREATE INDEX activity_of_actor ON activity USING btree (actor_id, organization_id, at DESC, id);
CREATE INDEX activity_of_room ON activity USING btree (organization_id, split_part(act, '.'::text, 1), at DESC, id);
CREATE INDEX activity_of_subject ON activity USING btree (subject_id, organization_id, at DESC, id);

create table changes (
  id bigint generated always as identity not null,
  transaction xid8 default pg_current_xact_id() not null,
  organization_id uuid not null,
  room text not null,
  subject_id text not null,
  at timestamp with time zone not null,
  constraint changes_pkey PRIMARY KEY (id)
);
CREATE INDEX changes_by_transaction ON changes USING btree (transaction, id);
CREATE INDEX changes_old ON changes USING btree (at);

create table email_verifications (
  user_id uuid not null,
  token_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_verifications_pkey PRIMARY KEY (user_id),
  constraint email_verifications_token_key UNIQUE (token_hash),
  constraint email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table emails (
  id uuid not null,
  recipient text not null,
  language text not null,
  template text not null,
  params jsonb not null,
  status text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint emails_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX emails_old ON emails USING btree (created_at);
CREATE INDEX emails_waiting ON emails USING btree (next_try_at) WHERE status = 'waiting'::text;

create table events (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  field_id uuid not null,
  kind text default 'event'::text not null,
  name text collate "und-x-icu" not null,
  description text,
  status text not null,
  pending_reason text,
  hold_expires_at timestamp with time zone,
  confidentiality text not null,
  type text not null,
  sport_id integer,
  creator_id uuid,
  customer_id uuid,
  customer_name text,
  customer_phone text,
  min_people integer,
  max_people integer,
  people integer,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  price integer not null,
  currency text not null,
  price_type text,
  price_lines jsonb default '[]'::jsonb not null,
  price_customized_by uuid,
  price_reason text,
  payment_status text not null,
  notes text,
  internal_notes text,
  override boolean default false not null,
  canceled_reason text,
  series_id uuid,
  original_start timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint events_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint events_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint events_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint events_price_customized_by_fkey FOREIGN KEY (price_customized_by) REFERENCES users(id),
  constraint events_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(id),
  constraint events_confidentiality_check CHECK (confidentiality = ANY (ARRAY['public'::text, 'private'::text])),
  constraint events_kind_check CHECK (kind = ANY (ARRAY['event'::text, 'block'::text])),
  constraint events_last CHECK (start_time < end_time),
  constraint events_payment_status_check CHECK (payment_status = ANY (ARRAY['none'::text, 'due'::text, 'partially_paid'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text])),
  constraint events_pending_reason CHECK ((status = 'pending'::text) = (pending_reason IS NOT NULL)),
  constraint events_pending_reason_check CHECK (pending_reason = ANY (ARRAY['payment'::text, 'approval'::text])),
  constraint events_price_type_check CHECK (price_type = ANY (ARRAY['user'::text, 'field'::text])),
  constraint events_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'canceled'::text, 'completed'::text])),
  constraint events_type_check CHECK (type = ANY (ARRAY['training'::text, 'game'::text, 'free_play'::text, 'other'::text]))
);
CREATE INDEX events_by_id ON events USING btree (id);
CREATE INDEX events_by_start ON events USING btree (organization_id, start_time, id);
CREATE INDEX events_by_start_everywhere ON events USING btree (start_time, id);
CREATE INDEX events_of_customer ON events USING btree (customer_id, start_time, id) WHERE customer_id IS NOT NULL;
CREATE INDEX events_of_facility ON events USING btree (organization_id, facility_id, start_time, id);
CREATE INDEX events_of_field ON events USING btree (organization_id, field_id, start_time, id);
CREATE INDEX events_search ON events USING gin (fold(name) gin_trgm_ops);

create table facilities (
  organization_id uuid not null,
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
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint facilities_pkey PRIMARY KEY (organization_id, id),
  constraint facilities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX facilities_by_id ON facilities USING btree (id);
CREATE INDEX facilities_by_name ON facilities USING btree (organization_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX facilities_by_name_everywhere ON facilities USING btree (name, id) WHERE archived_at IS NULL;
CREATE INDEX facilities_search ON facilities USING gin (fold((name || ' '::text) || COALESCE(complete_address, ''::text)) gin_trgm_ops);

create table field_sports (
  organization_id uuid not null,
  field_id uuid not null,
  sport_id integer not null,
  position integer not null,
  constraint field_sports_pkey PRIMARY KEY (organization_id, field_id, sport_id),
  constraint field_sports_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint field_sports_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(id)
);

create table field_units (
  organization_id uuid not null,
  field_id uuid not null,
  unit_id uuid not null,
  constraint field_units_pkey PRIMARY KEY (organization_id, field_id, unit_id),
  constraint field_units_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint field_units_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id)
);
CREATE INDEX field_units_of_unit ON field_units USING btree (organization_id, unit_id, field_id);

create table fields (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  parent_id uuid,
  name text collate "und-x-icu" not null,
  description text,
  status text default 'open'::text not null,
  confidentiality text default 'public'::text not null,
  bookable boolean default false not null,
  space text,
  lights boolean,
  handicap_access boolean,
  air_conditioning boolean,
  heating boolean,
  min_people_by_event integer default 1 not null,
  max_people_by_event integer default 99 not null,
  seats_stands integer,
  start_step integer default 30 not null,
  turnaround integer default 0 not null,
  approval text default 'automatic'::text not null,
  cancellation_deadline integer default 24 not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint fields_pkey PRIMARY KEY (organization_id, id),
  constraint fields_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint fields_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint fields_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES fields(organization_id, id),
  constraint fields_approval_check CHECK (approval = ANY (ARRAY['automatic'::text, 'manual'::text])),
  constraint fields_confidentiality_check CHECK (confidentiality = ANY (ARRAY['public'::text, 'private'::text])),
  constraint fields_people_range CHECK (min_people_by_event >= 1 AND min_people_by_event <= max_people_by_event),
  constraint fields_space_check CHECK (space = ANY (ARRAY['indoor'::text, 'outdoor'::text])),
  constraint fields_status_check CHECK (status = ANY (ARRAY['open'::text, 'closed'::text]))
);
CREATE INDEX fields_by_id ON fields USING btree (id);
CREATE INDEX fields_by_name ON fields USING btree (organization_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX fields_by_name_everywhere ON fields USING btree (name, id) WHERE archived_at IS NULL;
CREATE INDEX fields_of_facility ON fields USING btree (organization_id, facility_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX fields_of_parent ON fields USING btree (organization_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX fields_search ON fields USING gin (fold(name) gin_trgm_ops);

create table idempotency_keys (
  organization_id uuid not null,
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX idempotency_keys_old ON idempotency_keys USING btree (created_at);

create table invitations (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  role_id integer not null,
  status text default 'open'::text not null,
  invited_by uuid,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (organization_id, id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint invitations_email_lowercase CHECK (email = lower(email)),
  constraint invitations_status_check CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'revoked'::text]))
);
CREATE INDEX invitations_by_id ON invitations USING btree (id);
CREATE INDEX invitations_of_email ON invitations USING btree (email) WHERE status = 'open'::text;
CREATE UNIQUE INDEX invitations_open_key ON invitations USING btree (organization_id, email) WHERE status = 'open'::text;

create table membership_roles (
  organization_id uuid not null,
  user_id uuid not null,
  role_id integer not null,
  constraint membership_roles_pkey PRIMARY KEY (organization_id, user_id, role_id),
  constraint membership_roles_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint membership_roles_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES memberships(organization_id, user_id)
);
CREATE INDEX membership_roles_of_role ON membership_roles USING btree (organization_id, role_id, user_id);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  active boolean default true not null,
  joined_at timestamp with time zone not null,
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX memberships_of_user ON memberships USING btree (user_id, organization_id);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table occupancies (
  organization_id uuid not null,
  unit_id uuid not null,
  event_id uuid not null,
  during tstzrange not null,
  active boolean not null,
  constraint occupancies_pkey PRIMARY KEY (organization_id, unit_id, event_id),
  constraint occupancies_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint occupancies_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id),
  constraint occupancies_never_overlap EXCLUDE USING gist (organization_id WITH =, unit_id WITH =, during WITH &&) WHERE (active)
);
CREATE INDEX occupancies_of_event ON occupancies USING btree (organization_id, event_id);

create table organizations (
  id uuid not null,
  name text collate "und-x-icu" not null,
  type text not null,
  enabled boolean default true not null,
  country_id integer not null,
  email text,
  phone text,
  vat_number text,
  identification_number text,
  timezone text default 'Europe/Paris'::text not null,
  currency text default 'EUR'::text not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  vat_profile text default 'standard'::text not null,
  vat_rate integer default 2000 not null,
  cancellation_deadline integer default 24 not null,
  approval_default text default 'automatic'::text not null,
  horizon_days integer default 30,
  notice_minutes integer,
  most_active integer,
  payment_on_site boolean default false not null,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_approval_default_check CHECK (approval_default = ANY (ARRAY['automatic'::text, 'manual'::text])),
  constraint organizations_cancellation_deadline_check CHECK (cancellation_deadline >= 0),
  constraint organizations_horizon_days_check CHECK (horizon_days >= 1),
  constraint organizations_most_active_check CHECK (most_active >= 1),
  constraint organizations_notice_minutes_check CHECK (notice_minutes >= 0),
  constraint organizations_type_check CHECK (type = ANY (ARRAY['club'::text, 'association'::text, 'private_owner'::text, 'school'::text, 'city_hall'::text, 'league'::text, 'tournament'::text, 'federation'::text, 'university'::text])),
  constraint organizations_vat_profile_check CHECK (vat_profile = ANY (ARRAY['standard'::text, 'franchise'::text, 'exempt'::text])),
  constraint organizations_vat_rate_check CHECK (vat_rate >= 0 AND vat_rate <= 10000)
);
CREATE INDEX organizations_by_name ON organizations USING btree (name, id) WHERE archived_at IS NULL;
CREATE INDEX organizations_search ON organizations USING gin (fold((name || ' '::text) || COALESCE(email, ''::text)) gin_trgm_ops);

create table password_codes (
  user_id uuid not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint password_codes_pkey PRIMARY KEY (user_id),
  constraint password_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table rate_limits (
  key text not null,
  hits integer not null,
  window_ends_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_ended ON rate_limits USING btree (window_ends_at);

create table role_fields (
  organization_id uuid not null,
  role_id integer not null,
  field_id uuid not null,
  constraint role_fields_pkey PRIMARY KEY (organization_id, role_id, field_id),
  constraint role_fields_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint role_fields_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id)
);
CREATE INDEX role_fields_of_field ON role_fields USING btree (organization_id, field_id, role_id);

create table roles (
  organization_id uuid not null,
  id integer not null,
  name text collate "und-x-icu" not null,
  type text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  horizon_days integer,
  notice_minutes integer,
  most_active integer,
  archived_at timestamp with time zone,
  constraint roles_pkey PRIMARY KEY (organization_id, id),
  constraint roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint roles_horizon_days_check CHECK (horizon_days >= 1),
  constraint roles_most_active_check CHECK (most_active >= 1),
  constraint roles_notice_minutes_check CHECK (notice_minutes >= 0),
  constraint roles_type_check CHECK (type = ANY (ARRAY['admin'::text, 'member'::text]))
);
CREATE UNIQUE INDEX roles_name_key ON roles USING btree (organization_id, fold(name)) WHERE archived_at IS NULL;

create table secrets (
  name text not null,
  value bytea not null,
  constraint secrets_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  device text not null,
  address text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_expired ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id, last_used_at DESC);

create table sports (
  id integer not null,
  name_en text not null,
  name_fr text not null,
  constraint sports_pkey PRIMARY KEY (id),
  constraint sports_name_en_key UNIQUE (name_en),
  constraint sports_name_fr_key UNIQUE (name_fr)
);

create table units (
  organization_id uuid not null,
  id uuid not null,
  constraint units_pkey PRIMARY KEY (organization_id, id),
  constraint units_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table users (
  id uuid not null,
  email text not null,
  first_name text collate "und-x-icu" not null,
  last_name text collate "und-x-icu" not null,
  phone text,
  password_hash text not null,
  email_verified_at timestamp with time zone,
  active boolean default true not null,
  platform_admin boolean default false not null,
  language text,
  theme text default 'system'::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_lowercase CHECK (email = lower(email)),
  constraint users_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint users_theme_check CHECK (theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text]))
);
CREATE INDEX users_by_name ON users USING btree (last_name, first_name, id);
CREATE UNIQUE INDEX users_email_key ON users USING btree (email, (email_verified_at IS NOT NULL));
CREATE INDEX users_search ON users USING gin (fold((((first_name || ' '::text) || last_name) || ' '::text) || email) gin_trgm_ops);
CREATE INDEX users_unverified ON users USING btree (created_at) WHERE email_verified_at IS NULL;
