-- Fees that are taken from cards on file: what the customer was told, and the tries.
alter table cards drop constraint cards_purposes_check;
alter table cards add constraint cards_purposes_check
  check (purposes <@ array['renewals', 'shares', 'fees'] and cardinality(purposes) > 0);

create table card_fees (
  organization_id uuid not null,
  charge_id uuid not null,
  -- What was told: the card, the amount in minor units, and the day of the first try.
  card_id uuid not null,
  amount integer not null check (amount > 0),
  first_on date not null,
  tries integer not null check (tries >= 0),
  -- The day of the next try; null: there is none.
  next_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, charge_id)
);
select distribute_by_organization('card_fees');
alter table card_fees add foreign key (organization_id, charge_id) references charges;
alter table card_fees add foreign key (organization_id, card_id) references cards;
create index card_fees_of_card on card_fees (organization_id, card_id) where next_on is not null;
create index charges_of_fees on charges (organization_id, customer_id) where kind = 'fee' and voided_at is null;
