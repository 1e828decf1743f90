/** After how many no-shows online booking is blocked, and for how long. */
import type { NoShowRule } from "#contract/organization-options.ts";
import { FormRow, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

const path = "bookingRules.noShow";
const newRule: NoShowRule = { blockAfter: { count: 3, days: 60, blockDays: 14 } };

/** @param inherits without an own rule, that of the organization holds */
export function NoShowField({ inherits = false }: { inherits?: boolean }) {
  const t = useTranslation();
  const rule = useFieldValue(path) as NoShowRule | null | undefined;
  const set = useSetField();
  return (
    <div role="group" aria-labelledby="no-show" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="no-show" className="text-13 font-medium">
          {t("organizations.noShow")}
        </h3>
        <p className="text-xs text-ink-3">{t("organizations.noShowHint")}</p>
      </div>
      {rule ? (
        <>
          <FormRow>
            <TextField
              name={`${path}.blockAfter.count`}
              type="number"
              min={1}
              max={20}
              label={t("organizations.noShowCount")}
            />
            <TextField
              name={`${path}.blockAfter.days`}
              type="number"
              min={1}
              max={365}
              label={t("organizations.noShowDays")}
            />
            <TextField
              name={`${path}.blockAfter.blockDays`}
              type="number"
              min={1}
              max={365}
              label={t("organizations.noShowBlockDays")}
            />
          </FormRow>
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => set(path, null)}>
            {t(inherits ? "organizations.quotaInherit" : "organizations.noShowDrop")}
          </Button>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-13 text-ink-2">{t(inherits ? "members.rulesInherit" : "organizations.noShowNone")}</p>
          <Button size="sm" onClick={() => set(path, newRule)}>
            {t("organizations.noShowOwn")}
          </Button>
        </div>
      )}
    </div>
  );
}
