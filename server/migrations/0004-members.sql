create table roles (
  organization_id uuid not null references organizations,
  id integer not null,
  name text collate "und-x-icu" not null,
  type text not null check (type in ('admin', 'member')),
  permissions text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint roles_name_key unique (organization_id, name)
);

create table memberships (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  active boolean not null default true,
  joined_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index memberships_of_user on memberships (user_id, organization_id);

create table membership_roles (
  organization_id uuid not null,
  user_id uuid not null,
  role_id integer not null,
  primary key (organization_id, user_id, role_id),
  foreign key (organization_id, user_id) references memberships,
  foreign key (organization_id, role_id) references roles
);
create index membership_roles_of_role on membership_roles (organization_id, role_id, user_id);

create table invitations (
  organization_id uuid not null references organizations,
  id uuid not null,
  email text not null,
  role_id integer not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'revoked')),
  invited_by uuid references users,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, role_id) references roles,
  constraint invitations_email_lowercase check (email = lower(email))
);
create unique index invitations_open_key on invitations (organization_id, email) where status = 'open';
create index invitations_of_email on invitations (email) where status = 'open';
-- Who answers an invitation knows its id alone.
create index invitations_by_id on invitations (id);
