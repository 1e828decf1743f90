/** Addresses of guests' bookings. Each mail has a secret of its own, since only its hash is kept. */
import { LINK_DAYS } from "#contract/guests.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import {
  deleteAccessLinksOf,
  findAccessLink,
  hasAccessLink,
  insertAccessLink,
  updateAccessLinksEnd,
} from "#server/organizations/access-links.ts";
import { findGuestOfEvent, type GuestOfEvent } from "./queries.ts";

const linkEnd = (endTime: Date) => new Date(endTime.getTime() + LINK_DAYS * 86_400_000);

/** @returns the secret */
export async function createSecret(
  { db, organizationId }: TenantContext,
  { eventId, endTime }: { eventId: string; endTime: Date },
): Promise<string> {
  const secret = randomToken();
  await insertAccessLink(db, {
    ...{ secretHash: hashToken(secret), organizationId, purpose: "booking", subjectId: eventId },
    endsAt: linkEnd(endTime),
  });
  return secret;
}

/** @returns a new address for a mail; undefined for a booking that no guest has made */
export async function createLink(context: TenantContext, eventId: string): Promise<string | undefined> {
  const { db, organizationId, appContext, now } = context;
  if (!(await hasAccessLink(db, "booking", eventId, now))) return undefined;
  const guest = await findGuestOfEvent(db, organizationId, eventId);
  if (!guest) return undefined;
  await moveLinkEnds(context, guest);
  return `${appContext.config.appUrl}/b/${await createSecret(context, { eventId, endTime: guest.end_time })}`;
}

/** Links of a booking that was moved end after its new time. */
export const moveLinkEnds = ({ db }: TenantContext, { id, end_time }: Pick<GuestOfEvent, "id" | "end_time">) =>
  updateAccessLinksEnd(db, { purpose: "booking", subjectId: id, endsAt: linkEnd(end_time) });

export const endLinks = ({ db }: TenantContext, eventId: string): Promise<void> =>
  deleteAccessLinksOf(db, { purpose: "booking", subjectId: eventId });

/** @throws HttpError 404 alike for a secret that is wrong and one that has ended */
export async function findGuestBySecret(
  { db, now }: Pick<Call, "db" | "now">,
  secret: string,
): Promise<GuestOfEvent & { organization_id: string }> {
  const link = await findAccessLink(db, "booking", hashToken(secret), now);
  const guest = link && (await findGuestOfEvent(db, link.organization_id, link.subject_id));
  if (!guest) throw notFound();
  return { ...guest, organization_id: link.organization_id };
}
