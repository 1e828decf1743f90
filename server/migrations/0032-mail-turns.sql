-- Mails are sent in turns: urgent ones first, then one of each organization.
alter table emails add sender_id uuid;
alter table emails add is_urgent boolean not null default false;
