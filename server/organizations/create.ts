/** Creates an organization. Higher modules set it up on the domain event, in the same transaction. */
import { timezonesByCountry } from "#contract/general-timezones-rules.ts";
import { countries, FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { Organization } from "#contract/organization-shape.ts";
import type { organizations } from "#contract/organizations.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { organizationColumnMap } from "./column-map.ts";
import { findOrganization, insertOrganizations } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "organizations.created": {
      organizationId: string;
      emailOwner: string | null;
    };
  }
}

export async function createOrganization(call: Call<typeof organizations.create>): Promise<Organization> {
  const { db, appContext, now, body, record } = call;
  const { addOwner, emailOwner: owner, ...details } = body;
  const proposed = countries[body.countryId];
  const organizationId = uuidv7(now);
  const row = {
    id: organizationId,
    ...organizationColumnMap.toRow(details),
    timezone: parseTimezone(details.timezone || timezonesByCountry[proposed.code][0]),
    currency: details.currency ?? proposed.currency,
    // The usual rate of France; elsewhere none is known.
    ...(body.countryId !== FRANCE_ID && { vat_rate: 0 }),
    // If online payment is available, payment on site starts disabled; the team may enable it.
    payment_on_site: appContext.config.payments.mode === "off" || appContext.config.payments.connect,
    // Three hours before a booking can no longer be canceled.
    reminder_lead: 180,
    reminder_from: "deadline",
    created_at: now,
    updated_at: now,
  };
  await insertOrganizations(db, [row]);
  const emailOwner = (addOwner && owner) || null;
  await publish(call, "organizations.created", { organizationId, emailOwner });
  record({ organizationId, subjectId: organizationId });
  return findOrganization(db, organizationId);
}
