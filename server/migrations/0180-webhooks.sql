-- Other systems are told of facts at an address of theirs. Deliveries are an outbox, written in the transaction of the
-- fact, and then a log of 30 days.
create table webhooks (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  kinds text[] not null,
  active boolean not null default true,
  secret text not null,
  -- Signs beside the secret for a day after a rotation.
  former_secret text,
  former_secret_until timestamptz,
  -- No delivery has succeeded since.
  failing_since timestamptz,
  -- By the server, after days of failures.
  turned_off_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (organization_id, id)
);
select distribute_by_organization('webhooks');
alter table webhooks add foreign key (organization_id) references organizations;

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  -- Order of the facts.
  position bigint generated always as identity,
  type text not null,
  -- The object whose facts are sent in their order.
  subject_id uuid not null,
  -- The signed text itself.
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- Of the fact, or of the last replay: from then on it may wait for others.
  queued_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('webhook_deliveries');
alter table webhook_deliveries add foreign key (organization_id, webhook_id) references webhooks (organization_id, id);
create index webhook_deliveries_log on webhook_deliveries (organization_id, webhook_id, position desc);
create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where status = 'waiting';
create index webhook_deliveries_old on webhook_deliveries (created_at);

create table webhook_attempts (
  organization_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  url text not null,
  duration_ms integer not null,
  -- Of the answer; null without one.
  status integer,
  -- Why there is no answer.
  failure text,
  -- Its first 1,024 bytes.
  answer text,
  primary key (organization_id, id)
);
select distribute_by_organization('webhook_attempts');
alter table webhook_attempts add foreign key (organization_id, delivery_id)
  references webhook_deliveries (organization_id, id) on delete cascade;
create index webhook_attempts_of_delivery on webhook_attempts (organization_id, delivery_id, at);
