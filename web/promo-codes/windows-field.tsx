/** Hours are chosen by their name; a window that is missing is made here. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { timeWindows } from "#contract/time-windows.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { MultiSelectField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { useQuotaChoices } from "#web/organizations/use-quota-choices.ts";
import { WindowForm } from "#web/time-windows/window-form.tsx";
import { useWindowText } from "#web/time-windows/window-text.ts";

export function WindowsField() {
  const t = useTranslation();
  const { can } = useScope();
  const { windows } = useQuotaChoices();
  const set = useSetField();
  const chosen = useFieldValue("windowIds");
  const [isAdding, setAdding] = useState(false);
  const text = useWindowText();
  const label = t("promo-codes.windowIds");
  return (
    <div className="grid gap-2">
      {windows.length > 0 ? (
        <MultiSelectField
          name="windowIds"
          label={label}
          hint={t("promo-codes.windowsHint")}
          options={windows.map((window) => ({ value: window.id, label: window.name, hint: text(window) }))}
          optional
        />
      ) : (
        <div className="grid gap-1">
          <p className="text-13 font-medium">{label}</p>
          <p className="text-xs text-ink-3">{t("promo-codes.windowsHint")}</p>
        </div>
      )}
      {can(timeWindows.create) && (
        <Button
          size="sm"
          className="justify-self-start"
          aria-haspopup="dialog"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden />
          {t("time-windows.create")}
        </Button>
      )}
      <Dialog open={isAdding} onOpenChange={setAdding} title={t("time-windows.create")}>
        <WindowForm
          window={undefined}
          onClose={() => setAdding(false)}
          onSaved={(id) => set("windowIds", [...(Array.isArray(chosen) ? (chosen as string[]) : []), id])}
        />
      </Dialog>
    </div>
  );
}
