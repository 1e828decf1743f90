-- How an organization looks to its players: one colour, the name that its mails come from, its logo, and the photo on top
-- of its page.
alter table organizations add column accent text;
alter table organizations add constraint organizations_accent_check check (accent ~ '^#[0-9a-f]{6}$');
alter table organizations add column sender_name text;

-- A logo is of the organization itself; the cover is one of the photos of its facilities and fields.
alter table files add column purpose text;
alter table files add constraint files_purpose_check check (purpose in ('logo', 'cover'));
alter table files drop constraint files_one_subject;
alter table files add constraint files_one_subject
  check (num_nonnulls(facility_id, field_id) = case when purpose = 'logo' then 0 else 1 end);
create unique index files_of_purpose on files (organization_id, purpose) where purpose is not null;
