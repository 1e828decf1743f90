-- When a person reads the activity, and when they did so the time before: the page marks what others have done since.
create table activity_visits (
  organization_id uuid not null,
  user_id uuid not null references users on delete cascade,
  visited_at timestamptz not null,
  -- The last moment of the visit before this one.
  previous_at timestamptz,
  primary key (organization_id, user_id)
);
select distribute_by_organization('activity_visits');
alter table activity_visits add foreign key (organization_id) references organizations;
