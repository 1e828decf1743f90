-- A charge that is written off is not reminded of any more. It stays a debt, and can still be paid.
alter table charges add column written_off_at timestamptz;
alter table charges add column written_off_by uuid;
alter table charges add column write_off_reason text;
alter table charges add foreign key (written_off_by) references users;
alter table charges add check ((written_off_at is null) = (write_off_reason is null));

update roles set permissions = permissions || '{sales.adjust}'
where type = 'admin' and id in (1, 2) and not permissions @> '{sales.adjust}';
