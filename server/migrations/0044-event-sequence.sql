-- Calendar programs keep the copy of an event with the highest sequence: two changes within a second need two numbers.
-- Since sequences were the seconds since 2020, they go on from there.
alter table events add column sequence integer not null default 0;

create function raise_event_sequence() returns trigger language plpgsql as $$
begin
  new.sequence = greatest(old.sequence, floor(extract(epoch from old.updated_at))::int - 1577836800) + 1;
  return new;
end $$;
create trigger events_sequence_raised before update on events for each row
  when (new.updated_at <> old.updated_at) execute function raise_event_sequence();
