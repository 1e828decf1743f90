-- Cash desks. While an organization has an active till, what it takes at the desk goes into a session of one.
create table tills (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  -- Null: the till of the whole organization.
  facility_id uuid,
  active boolean not null,
  -- Refunds that were made before are in no session.
  active_since timestamptz not null,
  -- Number of its last closing: its row is held while it is opened and closed, so that numbers have no gaps.
  last_number integer not null default 0 check (last_number >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
select distribute_by_organization('tills');
alter table tills add foreign key (organization_id) references organizations;
alter table tills add foreign key (organization_id, facility_id) references facilities;
create unique index tills_name_key on tills (organization_id, fold(name)) where active;

create table till_sessions (
  organization_id uuid not null,
  id uuid not null,
  till_id uuid not null,
  -- Local date of the till.
  business_date date not null,
  currency text not null,
  -- Minor units, as all amounts here.
  opening_float integer not null check (opening_float >= 0),
  opened_by uuid not null references users,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (organization_id, id)
);
select distribute_by_organization('till_sessions');
alter table till_sessions add foreign key (organization_id, till_id) references tills;
create unique index till_sessions_open on till_sessions (organization_id, till_id) where closed_at is null;

create table till_closings (
  organization_id uuid not null,
  id uuid not null,
  till_id uuid not null,
  session_id uuid not null,
  number integer not null check (number > 0),
  closed_by uuid not null references users,
  closed_at timestamptz not null,
  -- Sums by method as they were expected and counted, sums by colleague, and the name of the till.
  content jsonb not null,
  -- Payments less refunds of all closings of the till until this one.
  perpetual_total bigint not null,
  banked integer not null check (banked >= 0),
  next_float integer not null check (next_float >= 0),
  primary key (organization_id, id),
  unique (organization_id, session_id),
  unique (organization_id, till_id, number)
);
select distribute_by_organization('till_closings');
alter table till_closings add foreign key (organization_id, till_id) references tills;
alter table till_closings add foreign key (organization_id, session_id) references till_sessions;
create index till_closings_by_date on till_closings (organization_id, closed_at desc, id desc);
create index till_closings_everywhere on till_closings (closed_at desc, id desc);

create table till_movements (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'paid_in', 'paid_out', 'bank', 'correction')),
  method text not null check (method in ('cash', 'check', 'card_on_site')),
  -- Negative for money that leaves the till.
  amount integer not null check (amount <> 0),
  payment_id uuid,
  refund_id uuid,
  corrects_movement_id uuid,
  corrects_closing_id uuid,
  reason text,
  -- Null for a refund that was made by itself.
  by_id uuid references users,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint till_movements_of_kind check (case kind
    when 'payment' then amount > 0 and payment_id is not null and refund_id is null
    when 'refund' then amount < 0 and payment_id is not null and refund_id is not null
    when 'paid_in' then amount > 0 and payment_id is null
    when 'correction' then payment_id is null
    else amount < 0 and payment_id is null
  end),
  constraint till_movements_reason
    check (kind in ('payment', 'refund') or (reason is not null and by_id is not null and refund_id is null)),
  constraint till_movements_corrects
    check ((kind = 'correction') = (num_nonnulls(corrects_movement_id, corrects_closing_id) = 1)
      and num_nonnulls(corrects_movement_id, corrects_closing_id) <= 1)
);
select distribute_by_organization('till_movements');
alter table till_movements add foreign key (organization_id, session_id) references till_sessions;
alter table till_movements add foreign key (organization_id, payment_id) references payments;
alter table till_movements add foreign key (organization_id, refund_id) references refunds;
alter table till_movements add foreign key (organization_id, corrects_movement_id) references till_movements;
alter table till_movements add foreign key (organization_id, corrects_closing_id) references till_closings;
create index till_movements_of_session on till_movements (organization_id, session_id, created_at desc, id desc);
create index till_movements_by_date on till_movements (organization_id, created_at desc, id desc);
create index till_movements_everywhere on till_movements (created_at desc, id desc);
create unique index till_movements_of_payment on till_movements (organization_id, payment_id) where kind = 'payment';
create unique index till_movements_of_refund on till_movements (organization_id, refund_id) where refund_id is not null;

do $$ begin
  -- On a cluster it takes a superuser to make triggers. These look at their own row only.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  create trigger till_movements_immutable before update or delete on till_movements
    for each row execute function refuse_change();
  create trigger till_movements_kept before truncate on till_movements for each statement execute function refuse_change();
  create trigger till_closings_immutable before update or delete on till_closings
    for each row execute function refuse_change();
  create trigger till_closings_kept before truncate on till_closings for each statement execute function refuse_change();
exception when insufficient_privilege then
  raise warning 'Only a superuser can make the triggers of till_movements and till_closings, as those of invoices';
end $$;

update roles set permissions = permissions || '{till.use,till.close}'
where type = 'admin' and permissions @> '{payments.record}' and not permissions && '{till.use,till.close}';
