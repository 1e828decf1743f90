-- The activity log is searched by the addresses of invitations, too.
create index invitations_search on invitations using gin (organization_id, fold(email) gin_trgm_ops);
