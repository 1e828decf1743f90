-- The notice of a renewal reaches nobody where the holder has no address: they can end the membership at any time.
alter table subscription_terms add column is_notice_unsent boolean not null default false;
