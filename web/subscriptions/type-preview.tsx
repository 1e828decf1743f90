/** Says in two sentences what the form describes, while it is filled in. */
import type { SubscriptionTypeDraft } from "#contract/subscriptions.ts";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { toBody, type TypeFormValues } from "./type-draft.ts";
import { useTypeText } from "./use-type-text.ts";

export function TypePreview() {
  const t = useTranslation();
  const { costTexts, grantTexts } = useTypeText();
  // The form may be unfinished: amounts and counts are read as far as they are numbers.
  const values = useFormSnapshot((snapshot) => snapshot.values) as unknown as TypeFormValues;
  const type: SubscriptionTypeDraft = toBody(values);
  const grants = grantTexts(type);
  return (
    <section
      aria-label={t("subscriptions.preview")}
      aria-live="polite"
      className="sticky top-2 z-10 grid gap-1 rounded-xl border border-line bg-sunken px-4 py-3 text-13 tnum"
    >
      <p className="font-medium [overflow-wrap:anywhere]">{type.name || t("subscriptions.type")}</p>
      <p className="text-ink-2">
        {Number.isFinite(type.price) && type.price > 0
          ? t("subscriptions.costs", { cost: costTexts(type).join(", ") })
          : t("subscriptions.costsUnknown")}
      </p>
      <p className="text-ink-2">
        {grants.length > 0
          ? t("subscriptions.grants", { grants: grants.join(", ") })
          : t("subscriptions.grantsNothing")}
      </p>
    </section>
  );
}
