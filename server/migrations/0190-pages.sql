-- The pages that an organization opens to everybody, and the addresses under which it is found.
create table pages (
  organization_id uuid not null,
  state text not null default 'off' check (state in ('off', 'unlisted', 'public')),
  language text not null,
  tagline text,
  about text,
  phone text,
  email text,
  publisher text,
  shows_times boolean not null default true,
  shows_prices boolean not null default true,
  updated_at timestamptz not null,
  primary key (organization_id)
);
select distribute_by_organization('pages');
alter table pages add foreign key (organization_id) references organizations;

-- Looked up by the address, so that it stays on one server of a cluster. A former one leads to the current one until it
-- ends, and is nobody else's meanwhile.
create table slugs (
  slug text primary key,
  organization_id uuid not null,
  is_current boolean not null,
  ends_at timestamptz,
  check (is_current = (ends_at is null))
);
create unique index slugs_current on slugs (organization_id) where is_current;

-- Null for what a server of the release before has made: its id is its address until then.
alter table facilities add column slug text;
alter table facilities add column is_published boolean not null default true;
alter table fields add column slug text;
alter table fields add column is_published boolean not null default true;
update facilities set slug = nullif(trim(both '-' from left(regexp_replace(fold(name), '[^a-z0-9]+', '-', 'g'), 31)), '');
update fields set slug = nullif(trim(both '-' from left(regexp_replace(fold(name), '[^a-z0-9]+', '-', 'g'), 31)), '');
-- The end of the id tells those of one name apart.
update facilities set slug = facilities.slug || '-' || right(facilities.id::text, 8)
from (
  select organization_id, id, row_number() over (partition by organization_id, slug order by created_at, id) as place
  from facilities where slug is not null
) as same
where same.organization_id = facilities.organization_id and same.id = facilities.id
  and (same.place > 1 or length(facilities.slug) < 3 or facilities.slug in ('find', 'legal'));
update fields set slug = fields.slug || '-' || right(fields.id::text, 8)
from (
  select organization_id, id,
    row_number() over (partition by organization_id, facility_id, slug order by created_at, id) as place
  from fields where slug is not null
) as same
where same.organization_id = fields.organization_id and same.id = fields.id
  and (same.place > 1 or length(fields.slug) < 3);
create unique index facilities_slug_key on facilities (organization_id, slug);
create unique index fields_slug_key on fields (organization_id, facility_id, slug);
