/** Reasons that are given by a press, and can be edited afterwards. */
import type { cancellationReasons, rejectionReasons } from "#contract/events-reason-rules.ts";
import { useSetField } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

/** Stands below the form's field `reason`. */
export function UsualReasons({
  keys,
}: {
  keys: readonly (typeof cancellationReasons | typeof rejectionReasons)[number][];
}) {
  const t = useTranslation();
  const set = useSetField();
  const reason = useFieldText("reason");
  return (
    <div role="group" aria-label={t("planning.reasons")} className="-mt-2 flex flex-wrap gap-1.5">
      {keys.map((key) => (
        <Button key={key} size="sm" aria-pressed={reason === t(key)} onClick={() => set("reason", t(key))}>
          {t(key)}
        </Button>
      ))}
    </div>
  );
}
