-- The customer who acted without an account, on the public page or by the link of a booking.
alter table activity add column guest_id uuid;
create index activity_of_guest on activity (organization_id, guest_id) where guest_id is not null;
