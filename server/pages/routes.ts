import { pages } from "#contract/pages.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { type ModuleBinding, serveModule } from "#server/kit/http/serve-module.ts";
import { servePage } from "./serve-page.ts";
import { serveEmbedScripts } from "./embed-scripts.ts";
import { findFacilityPage, findFieldPage } from "./find-place.ts";
import { renderCard } from "./render-card.ts";
import { allowFraming, renderEmbedPage } from "./render-embed.ts";
import { renderAppIcon, renderManifest } from "./render-manifest.ts";
import { renderClubPage, renderFindPage, renderLegalPage } from "./render-pages.ts";
import { previewPage } from "./preview.ts";
import { answerPoster } from "./poster.ts";
import { readClub } from "./read-club.ts";
import { noteBooking, readCounts } from "./read-visits.ts";
import { visitCounterOf } from "./count-visits.ts";
import { changePage, readPage } from "./settings.ts";
import { serveSitemap } from "./sitemap.ts";

const bindPages = serveModule(
  pages,
  {
    read: async (call) => (call.organizationId === ALL_ORGANIZATIONS ? null : readPage(call)),
    readClub,
    update: changePage,
    preview: previewPage,
    counts: readCounts,
    poster: answerPoster,
    club: (call) => servePage(call, renderClubPage, "club"),
    find: (call) => servePage(call, renderFindPage, "find"),
    legal: (call) => servePage(call, renderLegalPage),
    card: (call) => servePage(call, renderCard),
    manifest: (call) => servePage(call, renderManifest),
    icon: (call) => servePage(call, renderAppIcon),
    embed: (call) => {
      allowFraming(call.reply);
      return servePage(call, renderEmbedPage);
    },
    facility: (call) => servePage(call, findFacilityPage, "facility"),
    field: (call) => servePage(call, findFieldPage, "field"),
  },
  { "events.bookedFromPage": noteBooking },
);

const routes: ModuleBinding = (app, appContext, accessLookup) => {
  bindPages(app, appContext, accessLookup);
  serveSitemap(app, appContext);
  serveEmbedScripts(app);
  app.addHook("onClose", () => visitCounterOf(appContext).write());
};
export default routes;
