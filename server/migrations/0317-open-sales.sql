-- A sale that was a mistake, before anything of it was paid: why, and who said so.
alter table charges add column void_reason text;
alter table charges add column voided_by uuid;
alter table charges add foreign key (voided_by) references users;
alter table charges add check (void_reason is null or event_id is null);

-- What was sold is paid online, too, on one page at a time.
alter table payments drop constraint payments_of_sales;
create unique index payments_one_open_of_charge on payments (organization_id, charge_id)
  where charge_id is not null and status in ('created', 'processing');
