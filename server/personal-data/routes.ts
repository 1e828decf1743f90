import { personalData } from "#contract/personal-data-endpoints.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { keepAccount, readClosing, requestClosing } from "./close.ts";
import { downloadDataExport, requestDataExport } from "./export.ts";
import { downloadOrganizationExport, requestOrganizationExport } from "./organization-copy.ts";
import { findRetention } from "./retention-queries.ts";
import { previewRetention, setRetention } from "./retention.ts";
import { acceptCurrentTerms, readTerms } from "./terms.ts";
import { findDataExport, serializeDataExport } from "./queries.ts";

export default serveModule(personalData, {
  readExport: async ({ db, user, now }) => serializeDataExport(await findDataExport(db, { userId: user.id }), now),
  requestExport: requestDataExport,
  downloadExport: downloadDataExport,
  readOrganizationExport: async ({ db, user, organizationId, now }) =>
    // The platform has many, and shows none.
    organizationId === ALL_ORGANIZATIONS
      ? null
      : serializeDataExport(await findDataExport(db, { userId: user.id, organizationId }), now),
  requestOrganizationExport,
  downloadOrganizationExport,
  readRetention: ({ db, organizationId }) => findRetention(db, organizationId),
  previewRetention,
  setRetention,
  readTerms,
  acceptTerms: acceptCurrentTerms,
  readClosing,
  // Failed attempts must still be counted.
  close: withoutTransaction(requestClosing),
  keep: keepAccount,
});
