-- A player pays the shares of others with their own, in one charge whose quantity says of how many.

-- The charge that pays this player's share where it is not one of their own: another player's, or that of the booking, which is
-- the organizer's. Null: their own, or none.
alter table event_participants add column payer_charge_id uuid;

-- Shares that the organizer pays, their own among them.
alter table event_splits add column own_parts integer not null default 1;
alter table event_splits add constraint event_splits_own_parts_check check (own_parts >= 1);
