/** Changes an organization's details and settings, or archives it. */
import type { Body } from "#contract/kit.ts";
import type { Organization, organizations } from "#contract/organizations.ts";
import { isIdentificationNumber, isVatNumber } from "#contract/organizations-rules.ts";
import { difference } from "#server/kit/activity.ts";
import { announce } from "#server/kit/announce.ts";
import { gather } from "#server/kit/gather.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { timezoneNamed } from "#server/kit/timezone.ts";
import { findOrganization, findOrganizationToChange, updateOrganization } from "./queries.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** Whoever still needs it throws. */
    "organizations.deleting": { organizationId: string };
  }
}

type Changes = Body<typeof organizations.update>;

const rowOf = (body: Changes) => ({
  name: body.name,
  enabled: body.enabled,
  type: body.type,
  country_id: body.countryId,
  email: body.email,
  phone: body.phone,
  vat_number: body.vatNumber,
  identification_number: body.identificationNumber,
  legal_name: body.legalName,
  address_line: body.addressLine,
  postal_code: body.postalCode,
  city: body.city,
  currency: body.currency,
  vat_profile: body.vatProfile,
  vat_rate: body.vatRate,
  cancellation_deadline: body.cancellationDeadline,
  approval_default: body.approvalDefault,
  horizon_days: body.bookingRules?.horizonDays,
  notice_minutes: body.bookingRules?.noticeMinutes,
  most_active: body.bookingRules?.mostActive,
  payment_on_site: body.paymentOnSite,
});

/** The numbers as they will be have the form of the country as it will be; what nobody touches is left alone. */
function refuseNumbers(body: Changes, before: Organization): void {
  const { countryId, vatNumber, identificationNumber } = { ...before, ...body };
  const moves = countryId !== before.countryId;
  const isWrong = (isRight: typeof isVatNumber, number: string | null | undefined, given: unknown) =>
    (moves || given !== undefined) && number && !isRight(countryId, number);
  const errors = {
    ...(isWrong(isVatNumber, vatNumber, body.vatNumber) && { vatNumber: [say("organizations.vatNumberForm")] }),
    ...(isWrong(isIdentificationNumber, identificationNumber, body.identificationNumber) && {
      identificationNumber: [say("organizations.identificationNumberForm")],
    }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export async function change(call: Call<typeof organizations.update>): Promise<Organization> {
  const { db, now, organizationId, body, record } = call;
  const before = await findOrganizationToChange(db, organizationId);
  const [timezone] = await gather(
    () => (body.timezone === undefined ? undefined : timezoneNamed(body.timezone)),
    () => refuseNumbers(body, before),
  );
  await updateOrganization(db, organizationId, { ...rowOf(body), timezone });
  const changed = difference(before, await findOrganization(db, organizationId));
  record(changed);
  if (!changed.isDone) await updateOrganization(db, organizationId, { updated_at: now });
  return findOrganization(db, organizationId);
}

/** @throws Problem 409 where a later room still needs it */
export async function remove(call: Call<typeof organizations.delete>): Promise<null> {
  const { db, now, organizationId, record } = call;
  const { name } = await findOrganizationToChange(db, organizationId);
  await announce(call, "organizations.deleting", { organizationId });
  await updateOrganization(db, organizationId, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}
