-- How often public pages were opened, and what was booked from them, by day: nothing of whoever it was.
create table page_counts (
  organization_id uuid not null,
  date date not null,
  page text not null,
  source text not null,
  views integer not null default 0,
  bookings integer not null default 0,
  primary key (organization_id, date, page, source)
);
select distribute_by_organization('page_counts');
alter table page_counts add foreign key (organization_id) references organizations;
