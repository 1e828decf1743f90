-- A guest without an account has invited the player, so that invited_by, which names an account, is null.
alter table event_participants add column invited_by_guest boolean not null default false;
