-- One link leads to all debts of a payer.
alter table access_links drop constraint access_links_purpose_check;
alter table access_links add constraint access_links_purpose_check
  check (purpose in ('offer', 'booking', 'player', 'players', 'debts'));
