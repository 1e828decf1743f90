-- What a waiting mail is about: it is taken back where it is overtaken before anybody read it.
alter table emails add about uuid;
create index emails_about on emails (about) where status = 'waiting' and about is not null;
-- Minor units to give back once nobody can take the cancel back any more.
alter table events add refund_due integer check (refund_due > 0);
create index events_to_refund on events (ended_at) where refund_due is not null;
