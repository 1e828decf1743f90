-- These permissions are of the platform: no role of an organization has ever opened anything with them.
update roles
set permissions = array(
  select permission from unnest(permissions) with ordinality as held (permission, place)
  where permission not in ('users.show', 'users.update', 'organizations.create')
  order by place
)
where permissions && array['users.show', 'users.update', 'organizations.create'];
