/** Whether visitors of the public page book without an account, how they prove their address, and how much they book. */
import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { guestBookingHints } from "./hints.ts";
import { guestBookingLabels } from "./labels.ts";
import { membersOf, SettingsPartForm, valuesOf } from "./settings-forms.tsx";
import { useOrganization } from "./use-organization.ts";

const GuestSettings = z.pick(OrganizationChanges, membersOf("guests"));
const modes = ["off", "code", "payment"] as const;

export function GuestBookingForm() {
  const t = useTranslation();
  const organization = useOrganization();
  if (!organization) return null;
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.guestBooking")}
      hint={t("organizations.guestBookingText")}
      schema={GuestSettings}
      values={valuesOf(organization, "guests")}
    >
      <ModeField />
      <RuleFields />
    </SettingsPartForm>
  );
}

function ModeField() {
  const t = useTranslation();
  const given = useFieldValue("guestBooking");
  const chosen = modes.find((mode) => mode === given) ?? "off";
  return (
    <SegmentedField
      name="guestBooking"
      label={t("organizations.guestBooking")}
      hint={t(guestBookingHints[chosen])}
      options={modes.map((value) => ({ value, label: t(guestBookingLabels[value]) }))}
    />
  );
}

function RuleFields() {
  const t = useTranslation();
  if (useFieldValue("guestBooking") === "off") return null;
  return (
    <FormRow>
      <TextField
        name="guestRules.horizonDays"
        type="number"
        min={1}
        max={365}
        label={t("organizations.guestHorizonDays")}
        required
      />
      <TextField
        name="guestRules.noticeMinutes"
        type="number"
        min={0}
        label={t("organizations.guestNoticeMinutes")}
        required
      />
      <TextField
        name="guestRules.mostActive"
        type="number"
        min={1}
        max={5}
        label={t("organizations.guestMostActive")}
        required
      />
    </FormRow>
  );
}
