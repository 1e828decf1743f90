-- A customer is a person or a company that an organization knows, with or without an account.
create table customers (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('person', 'company')),
  first_name text collate "und-x-icu",
  last_name text collate "und-x-icu",
  legal_name text collate "und-x-icu",
  name text collate "und-x-icu" not null generated always as (
    case kind when 'company' then legal_name else trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) end) stored,
  sort_name text collate "und-x-icu" not null generated always as (
    case kind when 'company' then legal_name else trim(coalesce(last_name, '') || ' ' || coalesce(first_name, '')) end) stored,
  email text,
  phone text,
  external_id text,
  birth_date date,
  address_line text,
  postal_code text,
  city text,
  region text,
  country_id integer,
  identification_number text,
  vat_number text,
  guardian_id uuid,
  user_id uuid references users,
  merged_into_id uuid,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text collate "C" not null generated always as (fold(
    coalesce(legal_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' ||
    coalesce(email, '') || ' ' || coalesce(external_id, '') || ' ' || coalesce(identification_number, ''))) stored,
  primary key (organization_id, id),
  foreign key (organization_id, guardian_id) references customers,
  foreign key (organization_id, merged_into_id) references customers,
  constraint customers_named check (
    kind = 'company' and legal_name is not null or kind = 'person' and coalesce(first_name, last_name) is not null),
  constraint customers_own_guardian check (guardian_id <> id)
);
create unique index customers_of_account on customers (organization_id, user_id)
  where user_id is not null and merged_into_id is null;
create index customers_of_user on customers (user_id) where user_id is not null;
create index customers_by_id on customers (id);
create index customers_by_name on customers (organization_id, sort_name, id)
  where archived_at is null and merged_into_id is null;
create index customers_by_name_everywhere on customers (sort_name, id) where archived_at is null and merged_into_id is null;
create index customers_by_folded_name on customers (organization_id, fold(name));
create index customers_by_email on customers (organization_id, email) where email is not null;
create index customers_of_guardian on customers (organization_id, guardian_id) where guardian_id is not null;
create index customers_search on customers using gin (organization_id, search gin_trgm_ops);
create index customers_by_phone on customers using gin (organization_id, regexp_replace(phone, '\D', '', 'g') gin_trgm_ops)
  where phone is not null;

-- Categories of customers without an account; those with one have the roles of their membership.
create table customer_roles (
  organization_id uuid not null,
  customer_id uuid not null,
  role_id integer not null,
  primary key (organization_id, customer_id, role_id),
  foreign key (organization_id, customer_id) references customers,
  foreign key (organization_id, role_id) references roles
);
create index customer_roles_of_role on customer_roles (organization_id, role_id);

create table customer_notes (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  text text not null,
  pinned boolean not null default false,
  author_id uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers
);
create index customer_notes_of_customer on customer_notes (organization_id, customer_id, created_at);

create table customer_merges (
  organization_id uuid not null,
  id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  -- Ids of the rows that moved, by the name of what they are.
  moved jsonb not null,
  merged_by uuid not null references users,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, kept_id) references customers,
  foreign key (organization_id, merged_id) references customers
);
create index customer_merges_of_kept on customer_merges (organization_id, kept_id);

-- Accounts: members, and those who have booked.
insert into customers (organization_id, id, kind, first_name, last_name, email, phone, user_id, created_at, updated_at)
select known.organization_id, gen_random_uuid(), 'person', users.first_name, users.last_name, users.email, users.phone,
  users.id, known.since, known.since
from (
  select organization_id, user_id, min(since) as since from (
    select memberships.organization_id, memberships.user_id, memberships.joined_at as since from memberships
    union all
    select events.organization_id, events.customer_id, events.created_at from events where events.customer_id is not null
  ) as each_one
  group by organization_id, user_id
) as known
join users on users.id = known.user_id;

-- Walk-ins: the same name with the same telephone number is one person.
create temporary table walk_ins on commit drop as
select organization_id, fold(customer_name) as folded, coalesce(regexp_replace(customer_phone, '\D', '', 'g'), '') as digits,
  gen_random_uuid() as id, (array_agg(trim(regexp_replace(customer_name, '\s+', ' ', 'g')) order by created_at))[1] as name,
  (array_agg(customer_phone order by created_at))[1] as phone, min(created_at) as since
from events where customer_id is null and customer_name is not null
group by 1, 2, 3;
insert into customers (organization_id, id, kind, first_name, last_name, phone, created_at, updated_at)
select organization_id, id, 'person', split_part(name, ' ', 1), nullif(substr(name, length(split_part(name, ' ', 1)) + 2), ''),
  phone, since, since
from walk_ins;

alter table events rename column customer_id to user_id;
alter table events rename constraint events_customer_id_fkey to events_user_id_fkey;
alter table events add column customer_id uuid;
update events set customer_id = customers.id from customers
where customers.organization_id = events.organization_id and customers.user_id = events.user_id;
update events set customer_id = walk_ins.id from walk_ins
where events.user_id is null and events.customer_name is not null
  and walk_ins.organization_id = events.organization_id and walk_ins.folded = fold(events.customer_name)
  and walk_ins.digits = coalesce(regexp_replace(events.customer_phone, '\D', '', 'g'), '');
alter table events add foreign key (organization_id, customer_id) references customers;
alter table events drop column search;
alter table events drop column customer_name, drop column customer_phone, drop column creator_id;
alter table events add column search text collate "C" not null generated always as (fold(name)) stored;
create index events_search on events using gin (organization_id, search gin_trgm_ops);
alter index events_of_customer rename to events_of_user;
drop index events_of_customer_by_organization;
create index events_of_customer on events (organization_id, customer_id, start_time, id) where customer_id is not null;

-- Who may book for customers may keep their data.
update roles set permissions = permissions || '{customers.manage}'
where type = 'admin' and permissions && '{events.create,members.manage}' and not permissions @> '{customers.manage}';
