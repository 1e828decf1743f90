/** One’s own lead of reminders instead of the clubs’; saved at once. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { notifications } from "#contract/notifications.ts";
import { useLeadTimeText } from "#web/organizations/use-cancellation-text.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

const HOURS_TO_CHOOSE = [1, 2, 3, 6, 12, 24, 48, 168];

export function OwnLead({ lead }: { lead: number | null }) {
  const t = useTranslation();
  const leadTime = useLeadTimeText();
  const cache = useQueryClient();
  const id = useId();
  const save = useMutation({
    ...endpointMutation(notifications.changePreferences),
    scope: { id: "notification-preferences" },
    onSuccess: (answer) =>
      cache.setQueryData(endpointQuery(notifications.preferences, undefined, { quiet: true }).queryKey, answer),
  });
  const choose = (reminderLead: number | null) => save.mutate({ body: { reminderLead } });
  // A choice that could not be saved stays, to be tried again.
  const sent = typeof save.variables === "object" ? save.variables.body?.reminderLead : undefined;
  const wanted = save.isPending || save.isError ? sent : undefined;
  const shown = wanted === undefined ? lead : wanted;
  const leads = new Set([...HOURS_TO_CHOOSE.map((hours) => hours * 60), ...(lead === null ? [] : [lead])]);
  return (
    <FormSection title={t("notifications.reminders")}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-13 font-medium">
          {t("notifications.ownLead")}
        </label>
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          aria-invalid={save.isError || undefined}
          value={shown}
          onValueChange={choose}
          options={[
            { value: null, label: t("notifications.leadOfClub") },
            ...[...leads]
              .toSorted((one, other) => one - other)
              .map((minutes) => ({ value: minutes, label: leadTime(minutes) })),
          ]}
        />
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {t("notifications.ownLeadHint")}
        </p>
        {save.isError && (
          <p role="alert" className="text-xs text-danger">
            {t("notifications.notSaved")}{" "}
            <button type="button" onClick={() => choose(shown)} className={textLinkClass}>
              {t("kit.retry")}
            </button>
          </p>
        )}
      </div>
    </FormSection>
  );
}
