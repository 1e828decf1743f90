-- Shares of a booking: its price is divided among its players, each of whom owes a charge of their own. The organizer owes the
-- booking's own charge, which is the rest.
alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check check (kind in (
  'booking', 'goods', 'fee', 'coaching', 'pack', 'extra', 'subscription', 'top_up', 'share', 'voucher'
));
-- The booking that a share is of, and the player. Its event is that of no other charge: payments of a booking settle one.
alter table charges add column share_of uuid;
alter table charges add column participant_id uuid;
alter table charges add foreign key (organization_id, share_of) references events;
alter table charges add constraint charges_share
  check (num_nonnulls(share_of, participant_id) = case when kind = 'share' then 2 else 0 end);
create index charges_of_split on charges (organization_id, share_of) where share_of is not null;

-- The part of the price that is not the organizer's.
alter table events add column shared integer not null default 0;
alter table events add constraint events_shared_check check (shared >= 0);

create table event_splits (
  organization_id uuid not null,
  event_id uuid not null,
  -- The part of the organizer, in minor units.
  own integer not null check (own >= 0),
  -- The share of each player who has paid none, and of each open place.
  each integer not null check (each >= 0),
  -- What is missing then is the organizer's.
  settles_at timestamptz not null,
  settled_at timestamptz,
  -- Shares that ended with the booking, and come back with it.
  ended_charges uuid[] not null default '{}',
  -- What is paid of them is refunded once the booking cannot be restored within the time to undo.
  is_refund_due boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, event_id)
);
select distribute_by_organization('event_splits');
alter table event_splits add foreign key (organization_id, event_id) references events on delete cascade;
create index event_splits_to_settle on event_splits (settles_at) where settled_at is null;
create index event_splits_to_refund on event_splits (organization_id, event_id) where is_refund_due;

-- A booking whose players leave shares unpaid stays, or is canceled while there is time.
alter table organizations add column unpaid_shares text not null default 'keep';
alter table organizations add constraint organizations_unpaid_shares_check check (unpaid_shares in ('keep', 'cancel'));
