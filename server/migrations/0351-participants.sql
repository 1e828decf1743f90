-- Players of a booking: whom the organizer has invited, and who came by the booking's link. A row with neither an account
-- nor an address is somebody who came by the link, or who was forgotten.
create table event_participants (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  user_id uuid references users,
  email text,
  name text not null,
  state text not null check (state in ('invited', 'accepted', 'declined', 'left', 'removed')),
  -- Null: came by the link of the booking.
  invited_by uuid references users,
  -- Of mails.
  language text not null,
  invited_at timestamptz not null,
  answered_at timestamptz,
  -- The time and the field that the player was last told.
  told_start timestamptz not null,
  told_end timestamptz not null,
  told_field_id uuid not null,
  primary key (organization_id, id)
);
select distribute_by_organization('event_participants');
alter table event_participants add foreign key (organization_id, event_id) references events on delete cascade;
create index event_participants_of_event on event_participants (organization_id, event_id);
create unique index event_participants_of_address on event_participants (organization_id, event_id, email) where email is not null;
create unique index event_participants_of_user on event_participants (organization_id, event_id, user_id) where user_id is not null;
create index event_participants_by_user on event_participants (user_id) where user_id is not null;
create index event_participants_by_address on event_participants (email) where email is not null;
create index event_participants_by_inviter on event_participants (invited_by) where invited_by is not null;
create index event_participants_invited on event_participants (invited_at) where email is not null;

alter table access_links drop constraint access_links_purpose_check;
alter table access_links add constraint access_links_purpose_check
  check (purpose in ('offer', 'booking', 'player', 'players'));
