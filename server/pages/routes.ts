import { pages } from "#contract/pages.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { type ModuleBinding, serveModule } from "#server/kit/http/serve-module.ts";
import { answerPage } from "./answer.ts";
import { serveEmbedScripts } from "./embed-scripts.ts";
import { findFacilityPage, findFieldPage } from "./find-place.ts";
import { renderCard } from "./render-card.ts";
import { allowFraming, renderEmbedPage } from "./render-embed.ts";
import { renderClubPage, renderFindPage, renderLegalPage } from "./render-pages.ts";
import { changePage, readPage } from "./settings.ts";
import { serveSitemap } from "./sitemap.ts";

const bindPages = serveModule(pages, {
  read: async (call) => (call.organizationId === ALL_ORGANIZATIONS ? null : readPage(call)),
  update: changePage,
  club: (call) => answerPage(call, renderClubPage),
  find: (call) => answerPage(call, renderFindPage),
  legal: (call) => answerPage(call, renderLegalPage),
  card: (call) => answerPage(call, renderCard),
  embed: (call) => {
    allowFraming(call.reply);
    return answerPage(call, renderEmbedPage);
  },
  facility: (call) => answerPage(call, findFacilityPage),
  field: (call) => answerPage(call, findFieldPage),
});

const routes: ModuleBinding = (app, appContext, authority) => {
  bindPages(app, appContext, authority);
  serveSitemap(app, appContext);
  serveEmbedScripts(app);
};
export default routes;
