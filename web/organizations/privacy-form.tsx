import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { bookingPrivacies } from "#contract/organization-options.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { bookingPrivacyHints } from "./hints.ts";
import { bookingPrivacyLabels } from "./labels.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const PrivacySettings = z.pick(OrganizationChanges, membersOf("privacy"));

export function PrivacyForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.privacy")}
      hint={t("organizations.privacyText")}
      schema={PrivacySettings}
      values={valuesOf(organization, "privacy")}
    >
      {organization.hasPrivacyNotice && <PrivacyNotice organization={organization} />}
      <BookingPrivacyField />
    </SettingsPartForm>
  );
}

function BookingPrivacyField() {
  const t = useTranslation();
  const chosen = useFieldValue("bookingPrivacy") === "public" ? "public" : "private";
  return (
    <SegmentedField
      name="bookingPrivacy"
      label={t("organizations.bookingPrivacy")}
      hint={t(bookingPrivacyHints[chosen])}
      options={bookingPrivacies.map((value) => ({ value, label: t(bookingPrivacyLabels[value]) }))}
    />
  );
}

/** Stands until somebody chooses; to keep what is chosen is a choice. */
function PrivacyNotice({ organization: { id: organizationId, bookingPrivacy } }: SettingsPartProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const params = { organizationId };
  const keep = useMutation({
    ...endpointMutation(organizations.update),
    onSuccess: (answer) => cache.setQueryData(endpointQuery(organizations.read, { params }).queryKey, answer),
  });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken p-3 text-13">
      <Lock className="size-4 shrink-0 text-ink-3" aria-hidden />
      <p className="min-w-48 flex-1">{t("organizations.privacyNotice")}</p>
      <Button size="sm" pending={keep.isPending} onClick={() => keep.mutate({ params, body: { bookingPrivacy } })}>
        {t("organizations.privacyNoticeRead")}
      </Button>
    </div>
  );
}
