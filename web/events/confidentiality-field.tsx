import { confidentialities } from "#contract/fields.ts";
import { confidentialityLabels } from "#web/fields/labels.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

const hints = {
  team: {
    null: "events.byDefaultHint",
    public: "events.publicHint",
    private: "events.privateHint",
  },
  booker: {
    null: "events.ownDefaultHint",
    public: "events.publicBookingHint",
    private: "events.privateHint",
  },
} as const satisfies Record<string, Record<string, MessageKey>>;

/** A new event is as private as the organization has it, unless somebody chooses here. */
export function ConfidentialityField({ isNew, reader }: { isNew: boolean; reader: keyof typeof hints }) {
  const t = useTranslation();
  const value = useFieldValue("confidentiality");
  const chosen = value === "private" || value === "public" ? value : "null";
  return (
    <SegmentedField
      name="confidentiality"
      label={t("events.confidentiality")}
      hint={t(hints[reader][chosen])}
      options={[
        ...(isNew ? [{ value: null, label: t("events.byDefault") }] : []),
        ...confidentialities.map((option) => ({ value: option, label: t(confidentialityLabels[option]) })),
      ]}
    />
  );
}
