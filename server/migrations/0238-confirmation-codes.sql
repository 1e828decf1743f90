-- The mail that confirms an address also has a code to type where one is signed in. Null in links that the release before
-- has sent.
alter table email_verifications add column code_hash bytea;
alter table email_verifications add column code_tries integer not null default 0;
alter table email_verifications add column code_expires_at timestamptz;
