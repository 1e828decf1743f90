/** Answers the poster of a join link. */
import { formatJoinCode, type joining } from "#contract/joining.ts";
import { computeAccent } from "#contract/organizations-accent-rules.ts";
import { findLogo } from "#server/files/queries.ts";
import { readLogo } from "#server/files/stored-photos.ts";
import { clubInitials } from "#contract/organizations-initials-rules.ts";
import { sendPoster } from "#server/kit/documents/send-poster.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findOrganizationName } from "#server/members/queries.ts";
import { hashJoinCode } from "./codes.ts";
import { wrongCode } from "./offers.ts";
import { findLink, findLinkByCode } from "./queries.ts";

/** @throws HttpError 422 on `code` if it is not the link's */
export async function answerPoster(call: RawCall<typeof joining.poster>): Promise<void> {
  const { db, organizationId, params, body, now, language: readers, appContext } = call;
  const link = await findLink(call, params.joinLinkId);
  if (!link) throw notFound();
  const found = await findLinkByCode(db, await hashJoinCode(db, body.code));
  if (found?.linkId !== link.id) throw wrongCode();
  const { name: club, accent } = await findOrganizationName(db, organizationId);
  const language = body.language ?? readers;
  const t = translators[language];
  const url = `${appContext.config.appUrl}/j/${body.code}`;
  const poster = {
    ...{ size: body.size, language, club, place: null, initials: clubInitials(club), now },
    ...{ url, address: url.replace(/^https?:\/\//, "") },
    detail: t("joining.posterDetail", { code: formatJoinCode(body.code) }),
    action: t("joining.scanToJoin"),
    logo: await readLogo(appContext, await findLogo(db, organizationId)),
    color: accent === null ? null : computeAccent(accent).light.accent,
  };
  await sendPoster(call, poster, `${club} ${link.lastSigns}`);
}
