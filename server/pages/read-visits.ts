/** Reads how often the public page was visited, and counts bookings that it led to. */
import type { PageCount, PageSource } from "#contract/pages.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { countBooking, listPageCounts, visitCounterOf } from "./count-visits.ts";

export async function readCounts({
  db,
  organizationId,
  now,
  appContext,
}: Pick<Call, "db" | "organizationId" | "now" | "appContext">): Promise<PageCount[]> {
  if (organizationId === ALL_ORGANIZATIONS) return [];
  await visitCounterOf(appContext).write();
  const { timezone } = await findOrganization(db, organizationId);
  return listPageCounts(db, organizationId, { now, timezone });
}

export async function noteBooking(
  { db, organizationId, now }: Pick<RequestContext, "db" | "organizationId" | "now">,
  { source }: { source: PageSource },
): Promise<void> {
  const { timezone } = await findOrganization(db, organizationId);
  await countBooking(db, { organizationId, date: localDateOf(timezone, now), source });
}
