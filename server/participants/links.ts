/** Addresses of invitations and of bookings with open places. Only hashes are kept: each mail has a secret of its own. */
import { PLAYER_LINK_DAYS } from "#contract/participants.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { deleteAccessLinksOf, findAccessLink, insertAccessLink } from "#server/organizations/access-links.ts";

export const linkEnd = (endTime: Date) => new Date(endTime.getTime() + PLAYER_LINK_DAYS * 86_400_000);

type LinkContext = Pick<TenantContext, "db" | "organizationId">;
interface LinkSubject {
  purpose: "player" | "players";
  /** The invitation, or the booking. */
  subjectId: string;
  endTime: Date;
}

/** @returns the secret */
export async function createSecret(
  { db, organizationId }: LinkContext,
  { purpose, subjectId, endTime }: LinkSubject,
): Promise<string> {
  const secret = randomToken();
  await insertAccessLink(db, {
    ...{ secretHash: hashToken(secret), organizationId, purpose, subjectId },
    endsAt: linkEnd(endTime),
  });
  return secret;
}

export const endOpenLink = ({ db }: LinkContext, eventId: string): Promise<void> =>
  deleteAccessLinksOf(db, { purpose: "players", subjectId: eventId });

interface FoundLink {
  purpose: "player" | "players";
  organizationId: string;
  subjectId: string;
}

/** @throws HttpError 404 alike for a secret that is wrong and one that has ended */
export async function findLink({ db, now }: { db: Database; now: Date }, secret: string): Promise<FoundLink> {
  const hash = hashToken(secret);
  for (const purpose of ["player", "players"] as const) {
    const link = await findAccessLink(db, purpose, hash, now);
    if (link) return { purpose, organizationId: link.organization_id, subjectId: link.subject_id };
  }
  throw notFound();
}
