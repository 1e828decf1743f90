import { mostFound } from "#contract/kit.ts";
import { organizations } from "#contract/organizations.ts";
import { serve } from "#server/kit/serve.ts";
import { change, remove } from "./change.ts";
import { create } from "./create.ts";
import { findOrganization, listOrganizationNames, listOrganizations } from "./queries.ts";

export default serve(organizations, {
  list: ({ db, user, query }) => listOrganizations(db, user, query),
  search: ({ db, user, query }) => listOrganizationNames(db, user, query.q, query.withoutPagination ? 1000 : mostFound),
  create,
  read: ({ db, organizationId }) => findOrganization(db, organizationId),
  update: change,
  delete: remove,
});
