-- Guests are made anonymous 13 months after their last booking: a job looks for them each night.
create index customers_guests on customers (guest_since) where guest_since is not null and forgotten_at is null;
