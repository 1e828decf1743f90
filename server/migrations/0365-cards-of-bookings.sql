-- Cards that are saved with a payment. One of a booking pays what is missing of its shared price, once, at the settling time.
alter table cards drop constraint cards_purposes_check;
alter table cards add constraint cards_purposes_check
  check (purposes <@ array['renewals', 'shares'] and cardinality(purposes) > 0);
-- The payment on whose page it is saved; null for a page of its own.
alter table cards add column payment_id uuid;
alter table cards add foreign key (organization_id, payment_id) references payments;
create index cards_of_payment on cards (organization_id, payment_id) where payment_id is not null;
-- The booking whose missing shares it pays; null for the card that a customer keeps.
alter table cards add column event_id uuid;
alter table cards add foreign key (organization_id, event_id) references events;
-- The most that may be taken, in minor units.
alter table cards add column max_amount integer;
alter table cards add constraint cards_max_amount_check check (max_amount > 0);
alter table cards add constraint cards_shares
  check (case when purposes = array['shares'] then num_nonnulls(event_id, max_amount) = 2
    else not 'shares' = any (purposes) and num_nonnulls(event_id, max_amount) = 0 end);
drop index cards_one_of_customer;
create unique index cards_one_of_customer on cards (organization_id, customer_id)
  where state in ('active', 'expired', 'failing') and event_id is null;
create unique index cards_one_of_event on cards (organization_id, event_id)
  where state in ('active', 'expired', 'failing') and event_id is not null;

-- What is taken from the organizer's card at the settling time: one payment for each booking.
create table share_collections (
  organization_id uuid not null,
  event_id uuid not null,
  card_id uuid not null,
  -- The id of its payment, which is made once.
  payment_id uuid not null,
  -- Minor units.
  amount integer not null check (amount > 0),
  created_at timestamptz not null,
  -- Null until the outcome is known.
  ended_at timestamptz,
  primary key (organization_id, event_id)
);
select distribute_by_organization('share_collections');
alter table share_collections add foreign key (organization_id, event_id) references events on delete cascade;
alter table share_collections add foreign key (organization_id, card_id) references cards;
create index share_collections_open on share_collections (created_at) where ended_at is null;
