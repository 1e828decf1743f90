-- An entry stands for others of its request: they are shown below it. Entries are found by the field and the customer that
-- they concern; within a group, one entry each has them.
alter table activity add column parent_id uuid, add column field_id uuid, add column customer_id uuid;

-- Entries so far: those of one request have its instant. Those of a series, of a closure or of a payment stand
-- for the others, else the first does.
with grouped as (
  select organization_id, id, first_value(id) over (
    partition by organization_id, at, actor_id
    order by split_part(act, '.', 1) in ('events', 'invoices'), id
  ) as head_id
  from activity where actor_id is not null
)
update activity set parent_id = grouped.head_id
from grouped
where activity.organization_id = grouped.organization_id and activity.id = grouped.id and grouped.head_id <> grouped.id;

with linked as (
  select activity.organization_id, activity.id, coalesce(activity.parent_id, activity.id) as head_id,
    case split_part(activity.act, '.', 1) when 'fields' then activity.subject_id else events.field_id::text end as field_id,
    case split_part(activity.act, '.', 1) when 'customers' then activity.subject_id else events.customer_id::text end as customer_id
  from activity
  left join payments on payments.organization_id = activity.organization_id and payments.id::text = activity.subject_id
    and split_part(activity.act, '.', 1) = 'payments'
  left join events on events.organization_id = activity.organization_id
    and events.id::text = case split_part(activity.act, '.', 1) when 'events' then activity.subject_id else payments.event_id::text end
), numbered as (
  select organization_id, id, field_id::uuid, customer_id::uuid,
    row_number() over (partition by organization_id, head_id, field_id order by id) as of_field,
    row_number() over (partition by organization_id, head_id, customer_id order by id) as of_customer
  from linked where field_id is not null or customer_id is not null
)
update activity set
  field_id = case when numbered.of_field = 1 then numbered.field_id end,
  customer_id = case when numbered.of_customer = 1 then numbered.customer_id end
from numbered
where activity.organization_id = numbered.organization_id and activity.id = numbered.id;

create index activity_of_parent on activity (organization_id, parent_id, id) where parent_id is not null;
create index activity_of_field on activity (organization_id, field_id, at desc, id) where field_id is not null;
create index activity_of_customer on activity (organization_id, customer_id, at desc, id) where customer_id is not null;

-- Lists show heads alone. The subject's index has all: it is the history of one event.
drop index activity_by_time;
drop index activity_everywhere;
drop index activity_of_actor;
drop index activity_of_module;
create index activity_by_time on activity (organization_id, at desc, id) where parent_id is null;
create index activity_everywhere on activity (at desc, id) where parent_id is null;
create index activity_of_actor on activity (actor_id, organization_id, at desc, id) where parent_id is null;
create index activity_of_module on activity (organization_id, split_part(act, '.', 1), at desc, id) where parent_id is null;
create index activity_of_actor_everywhere on activity (actor_id, at desc, id) where parent_id is null;
