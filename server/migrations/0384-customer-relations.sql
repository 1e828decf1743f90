-- What customers are to each other, and what one may do for the other.
create table customer_relations (
  organization_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  kind text not null,
  -- May book and buy for the other, owes what the other owes, reads the mails to the other.
  books boolean not null,
  pays boolean not null,
  receives boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, from_id, to_id),
  constraint customer_relations_kind check (kind in ('guardian', 'family', 'contact')),
  constraint customer_relations_of_two check (from_id <> to_id)
);
select distribute_by_organization('customer_relations');
alter table customer_relations add foreign key (organization_id, from_id) references customers;
alter table customer_relations add foreign key (organization_id, to_id) references customers;
create index customer_relations_by_to on customer_relations (organization_id, to_id);
create unique index customer_relations_one_payer on customer_relations (organization_id, to_id) where pays;
create unique index customer_relations_one_receiver on customer_relations (organization_id, to_id) where receives;

-- Guardians pay, buy and read mails for their children, as before. `customers.guardian_id` is written beside it, for
-- servers of the release before.
insert into customer_relations (organization_id, from_id, to_id, kind, books, pays, receives, created_at, updated_at)
select child.organization_id, child.guardian_id, child.id, 'guardian', true, true, true, child.updated_at, child.updated_at
from customers as child
join customers as guardian on guardian.organization_id = child.organization_id and guardian.id = child.guardian_id
where child.merged_into_id is null and guardian.merged_into_id is null;
