/** Quotas name windows and sports that there are. */
import type { HttpError } from "#server/kit/http/http-error.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { DomainEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { listSports } from "#server/sports/queries.ts";
import { listTimeWindows } from "./queries.ts";

/** @throws HttpError 422 on each quota that names another, such as `bookingRules.quotas.1.windowId` */
export async function assertKnownInQuotas(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  { quotas }: DomainEvents["organizations.quotasChanging"],
): Promise<void> {
  const windows = new Set((await listTimeWindows(db, organizationId)).map(({ id }) => id));
  const sports = new Set((await listSports(db, "en")).map(({ id }) => id));
  const errors: NonNullable<HttpError["errors"]> = {};
  quotas.forEach(({ windowId, sportIds }, index) => {
    const path = `bookingRules.quotas.${index}`;
    if (windowId !== null && !windows.has(windowId)) errors[`${path}.windowId`] = [message("time-windows.unknown")];
    if (!sportIds.every((id) => sports.has(id))) errors[`${path}.sportIds`] = [message("sports.unknown")];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
