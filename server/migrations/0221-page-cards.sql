-- Pages for whoever has the address show a card where the address is shared, if the organization wants it.
alter table pages add column shows_card boolean not null default false;
