-- As those of bookings: when a player is reminded, and was; null: is not.
alter table event_participants add column remind_at timestamptz;
alter table event_participants add column reminded_at timestamptz;
alter table event_participants add column push_remind_at timestamptz;
alter table event_participants add column push_reminded_at timestamptz;
create index event_participants_to_remind on event_participants (remind_at, id)
  where state = 'accepted' and reminded_at is null and remind_at is not null;
create index event_participants_to_remind_by_push on event_participants (push_remind_at, id)
  where state = 'accepted' and push_reminded_at is null and push_remind_at is not null;
update event_participants as player set remind_at = events.remind_at, push_remind_at = events.push_remind_at
from events
where events.organization_id = player.organization_id and events.id = player.event_id
  and player.state = 'accepted' and events.reminded_at is null and events.start_time > now();
