-- Members buy memberships and packs of such types by themselves.
alter table subscription_types add column sold_online boolean not null default false;
alter table pack_types add column sold_online boolean not null default false;
