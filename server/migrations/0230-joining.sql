-- People become members by themselves: by a link, a code or a request, or because the organization lets everybody in.
alter table organizations add column joining text not null default 'closed';
alter table organizations add constraint organizations_joining_check
  check (joining in ('closed', 'request', 'open'));

create table join_links (
  organization_id uuid not null,
  id uuid not null,
  -- The end of its code, by which a link is known in the list.
  last_signs text not null,
  -- It refers to no role: one that is deleted, or has become one of the team, gives way to the role of members.
  role_id integer not null,
  needs_approval boolean not null,
  -- Null: as many as come.
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  expires_at timestamptz not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id),
  check (uses <= max_uses)
);
select distribute_by_organization('join_links');
alter table join_links add foreign key (organization_id) references organizations;

-- Looked up by the code, so that it stays on one server of a cluster. Only a keyed hash of the code is kept.
create table join_codes (
  code_hash bytea primary key,
  organization_id uuid not null,
  link_id uuid not null
);

create table join_requests (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null references users,
  -- The link by which it came; null from the page of the organization.
  link_id uuid,
  role_id integer not null,
  message text,
  status text not null check (status in ('open', 'approved', 'declined', 'withdrawn', 'expired')),
  reason text,
  created_at timestamptz not null,
  answered_by uuid references users,
  answered_at timestamptz,
  primary key (organization_id, id),
  check ((answered_at is null) = (status = 'open'))
);
select distribute_by_organization('join_requests');
alter table join_requests add foreign key (organization_id) references organizations;
create unique index join_requests_open on join_requests (organization_id, user_id) where status = 'open';
create index join_requests_of_user on join_requests (user_id);
create index join_requests_list on join_requests (organization_id, created_at desc, id);
create index join_requests_waiting on join_requests (created_at) where status = 'open';
create index join_requests_answered on join_requests (answered_at) where status <> 'open';

-- The organization that somebody registered to join: {organizationId, linkId, name}. Confirming the address joins it.
alter table users add column pending_join jsonb;
