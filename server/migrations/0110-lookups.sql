-- Imports look customers up by their number in another system.
create index customers_by_external_id on customers (organization_id, external_id) where external_id is not null;

-- Who has created the first administrator is asked at each start; few people are.
create index users_platform_admins on users (id) where platform_admin;

-- Each page has its own views: names and their number count by page.
create unique index views_page_name_key on views
  (organization_id, user_id, coalesce(state ->> 'page', 'planning'), fold(name)) nulls not distinct;
drop index views_name_key;
