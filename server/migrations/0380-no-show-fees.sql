-- The fee for a no-show that was told before the booking was made, in minor units. Null: none.
alter table events add column no_show_fee integer;
alter table events add constraint events_no_show_fee_check check (no_show_fee > 0);

-- The booking whose no-show a fee is for. One fee stands at a time: what was ended has a reason.
alter table charges add column fee_of uuid;
alter table charges add constraint charges_fee_of check (fee_of is null or kind = 'fee');
alter table charges add foreign key (organization_id, fee_of) references events;
create unique index charges_fee_of_event on charges (organization_id, fee_of)
  where fee_of is not null and void_reason is null;
create index charges_of_no_shows on charges (organization_id, fee_of) where fee_of is not null;
