/** Creates an organization. The later rooms furnish it: they hear of it in the same transaction. */
import type { organizations, Organization } from "#contract/organizations.ts";
import { announce } from "#server/kit/announce.ts";
import { v7 } from "#server/kit/ids.ts";
import type { Call } from "#server/kit/serve.ts";
import { findOrganization, insertOrganizations } from "./queries.ts";

const france = 250;

declare module "#server/kit/announce.ts" {
  interface Announcements {
    "organizations.created": {
      organizationId: string;
      /** Whom to invite as its owner. */
      emailOwner: string | null;
    };
  }
}

export async function create(call: Call<typeof organizations.create>): Promise<Organization> {
  const { db, house, now, body, record } = call;
  const organizationId = v7(now);
  const row = {
    id: organizationId,
    name: body.name,
    type: body.type,
    enabled: body.enabled,
    country_id: body.countryId,
    email: body.email ?? null,
    phone: body.phone ?? null,
    vat_number: body.vatNumber ?? null,
    identification_number: body.identificationNumber ?? null,
    // VAT is a European tax: elsewhere nothing is charged unless somebody says so.
    ...(body.countryId !== france && { vat_profile: "exempt", vat_rate: 0 }),
    // Whoever is paid online need not trust that people pay when they come; the team may still allow it.
    payment_on_site: house.config.payments.mode === "off" || house.config.payments.connect,
    created_at: now,
    updated_at: now,
  };
  await insertOrganizations(db, [row]);
  const emailOwner = (body.addOwner && body.emailOwner) || null;
  await announce(call, "organizations.created", { organizationId, emailOwner });
  record({ organizationId, subjectId: organizationId });
  return findOrganization(db, organizationId);
}
