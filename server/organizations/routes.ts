import { MAX_SEARCH_RESULTS } from "#contract/kit.ts";
import { organizations } from "#contract/organizations.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { changeOrganization, deleteOrganization } from "./change.ts";
import { createOrganization } from "./create.ts";
import { findOrganization, listFoundOrganizations, listOrganizations } from "./queries.ts";

export default serveModule(organizations, {
  list: ({ db, user, query }) => listOrganizations(db, user, query),
  search: ({ db, user, query }) =>
    listFoundOrganizations(db, user, query, query.withoutPagination ? 1000 : MAX_SEARCH_RESULTS),
  create: createOrganization,
  read: async ({ db, organizationId, access }) => {
    const organization = await findOrganization(db, organizationId);
    return access.isTeam ? organization : { ...organization, owner: null };
  },
  update: changeOrganization,
  delete: deleteOrganization,
});
