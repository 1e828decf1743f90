/** Renders the page as it would be with changes that nobody has saved. */
import type { pages } from "#contract/pages.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSlugOwner } from "#server/organizations/slugs.ts";
import { pageColumnMap } from "./column-map.ts";
import { SOURCE_MARK } from "./layout.ts";
import { loadPublicClub } from "./public-club.ts";
import { renderClubPage } from "./render-pages.ts";

/** @throws HttpError 422 on `slug` if it is somebody else's */
export async function previewPage(call: Call<typeof pages.preview>): Promise<{ html: string }> {
  const { db, organizationId, body, now, appContext } = call;
  if (organizationId === ALL_ORGANIZATIONS) throw notFound();
  const { slug, ...changes } = body;
  const owner = await findSlugOwner(db, slug, now);
  if (owner && owner.organizationId !== organizationId) throw invalidFields({ slug: [message("pages.slugTaken")] });
  const unset = { tagline: null, about: null, phone: null, email: null, publisher: null };
  const row = pageColumnMap.toRow({ ...unset, ...changes, slug });
  const page = {
    ...{ organization_id: organizationId, updated_at: now },
    ...{ ...row, tagline: row.tagline ?? null, about: row.about ?? null, phone: row.phone ?? null },
    ...{ email: row.email ?? null, publisher: row.publisher ?? null },
  };
  const club = await loadPublicClub(db, { organizationId, slug }, { language: body.language, now, page });
  if (!club) throw notFound();
  const html = await renderClubPage({ db, config: appContext.config, store: appContext.store, club, query: {} });
  // Links would leave the frame that shows it.
  return { html: html.replaceAll(SOURCE_MARK, "").replace("<head>", '<head><base target="_blank" />') };
}
