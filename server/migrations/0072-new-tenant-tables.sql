-- On a distributed database, a new tenant table belongs on the worker of its organization: a migration calls this between
-- `create table` and the foreign keys to other tenant tables. On one server it does nothing.
create function distribute_by_organization(tenant_table regclass) returns void language plpgsql as $$
begin
  if to_regclass('pg_dist_partition') is null then
    return;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = 'organizations'::regclass) then
    perform create_distributed_table(tenant_table, 'organization_id', colocate_with => 'organizations');
  end if;
end $$;
