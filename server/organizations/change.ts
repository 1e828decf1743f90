/** Changes and deletes (archives) an organization. */
import type { Body } from "#contract/kit.ts";
import { freeUntilHours } from "#contract/organizations-cancellation-rules.ts";
import type { Quota } from "#contract/organization-options.ts";
import type { Organization } from "#contract/organization-shape.ts";
import type { organizations } from "#contract/organizations.ts";
import { isIdentificationNumber, isSameCompany, isVatNumber } from "#contract/organizations-numbers-rules.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf, parseTimezone } from "#server/kit/process/timezone.ts";
import { organizationColumnMap } from "./column-map.ts";
import { findOrganization, findOrganizationToChange, updateOrganization } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** Listeners throw to prevent deletion. */
    "organizations.deleting": { organizationId: string };
    /** Listeners throw to keep the currency as it is. */
    "organizations.currencyChanging": { organizationId: string };
    /** Listeners throw on quotas that name what the organization does not have; also of a role. */
    "organizations.quotasChanging": { quotas: readonly Quota[] };
    /** @param lead minutes; null: nobody is reminded any more */
    /** When people are reminded of bookings is another now. */
    "organizations.remindersChanged": { organizationId: string };
  }
}

type OrganizationChanges = Body<typeof organizations.update>;

/** Checks the resulting numbers against the resulting country; unchanged numbers are not checked unless the country changes. */
function assertValidNumbers(body: OrganizationChanges, before: Organization): void {
  const { countryId, vatNumber, identificationNumber } = { ...before, ...body };
  const moves = countryId !== before.countryId;
  const isWrong = (isRight: typeof isVatNumber, number: string | null | undefined, given: unknown) =>
    (moves || given !== undefined) && number && !isRight(countryId, number);
  const isTouched = moves || body.vatNumber !== undefined || body.identificationNumber !== undefined;
  const errors = {
    ...(isTouched &&
      !isSameCompany(vatNumber ?? "", identificationNumber ?? "") && {
        vatNumber: [message("organizations.vatNumberOther")],
      }),
    ...(isWrong(isVatNumber, vatNumber, body.vatNumber) && { vatNumber: [message("organizations.vatNumberForm")] }),
    ...(isWrong(isIdentificationNumber, identificationNumber, body.identificationNumber) && {
      identificationNumber: [message("organizations.identificationNumberForm")],
    }),
  };
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Drops the members that are computed from others, which the activity names already. */
const withoutDerived = ({
  sellerMissing: _missing,
  hasPrivacyNotice: _notice,
  cancellationDeadline: _deadline,
  ...stored
}: Organization) => stored;

export async function changeOrganization(call: Call<typeof organizations.update>): Promise<Organization> {
  const { db, now, organizationId, body, record } = call;
  const before = await findOrganizationToChange(db, organizationId);
  const [timezone] = await collectFieldErrors(
    () => (body.timezone === undefined ? undefined : parseTimezone(body.timezone)),
    () => assertValidNumbers(body, before),
    () =>
      body.currency !== undefined &&
      body.currency !== before.currency &&
      publish(call, "organizations.currencyChanging", { organizationId }),
    () =>
      body.bookingRules?.quotas && publish(call, "organizations.quotasChanging", { quotas: body.bookingRules.quotas }),
  );
  // Other tones, and steps that are left out, leave those that wait for their day.
  const knownDays = before.debtReminderSteps.map(({ days }) => days);
  const isOtherSteps = (body.debtReminderSteps ?? []).some(({ days }) => !knownDays.includes(days));
  await updateOrganization(db, organizationId, {
    ...organizationColumnMap.toRow(body),
    ...(body.cancellationDeadline !== undefined &&
      body.bookingRules?.cancellation === undefined && {
        cancellation: JSON.stringify(freeUntilHours(body.cancellationDeadline)),
      }),
    timezone,
    ...(body.demandsSecondFactor !== undefined &&
      body.demandsSecondFactor !== before.demandsSecondFactor && {
        second_factor_demanded_at: body.demandsSecondFactor ? now : null,
      }),
    ...(isOtherSteps && { debt_reminders_from: localDateOf(timezone ?? before.timezone, now) }),
    ...(body.bookingPrivacy !== undefined && { has_privacy_notice: false }),
  });
  const isOther = (member: "reminderLead" | "reminderFrom" | "pushReminderLead") =>
    body[member] !== undefined && body[member] !== before[member];
  if (isOther("reminderLead") || isOther("reminderFrom") || isOther("pushReminderLead"))
    await publish(call, "organizations.remindersChanged", { organizationId });
  const changed = computeDiff(withoutDerived(before), withoutDerived(await findOrganization(db, organizationId)));
  record(changed);
  if (!changed.skipsEntry) await updateOrganization(db, organizationId, { updated_at: now });
  return findOrganization(db, organizationId);
}

export async function deleteOrganization(call: Call<typeof organizations.delete>): Promise<null> {
  const { db, now, organizationId, record } = call;
  const { name } = await findOrganizationToChange(db, organizationId);
  await publish(call, "organizations.deleting", { organizationId });
  await updateOrganization(db, organizationId, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}
