import { looks } from "#contract/looks.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { changeLooks } from "./change.ts";
import { removeLogo, uploadLogo } from "./logo.ts";
import { changeMailTexts, previewMailText } from "./mail-texts.ts";
import { findLooks, listMailTexts } from "./queries.ts";

export default serveModule(looks, {
  read: async ({ db, organizationId }) => (organizationId === ALL_ORGANIZATIONS ? null : findLooks(db, organizationId)),
  update: changeLooks,
  uploadLogo: withoutTransaction(uploadLogo),
  deleteLogo: removeLogo,
  readTexts: async ({ db, organizationId }) => ({
    texts: organizationId === ALL_ORGANIZATIONS ? [] : await listMailTexts(db, organizationId),
  }),
  updateTexts: changeMailTexts,
  previewText: previewMailText,
});
