import { useState } from "react";
import { invoices } from "#contract/invoices.ts";
import { localToday } from "#web/availability/slots.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { getDateFormats, noonOf } from "#web/kit/format/date-formats.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { type Language, useLanguage, useTranslation } from "#web/kit/format/translation.ts";

const MONTHS_SHOWN = 36;

/** Lists months up to that of a date, latest first: `2026-11` and `November 2026`. */
export function listMonthsUpTo(date: string, language: Language): { value: string; label: string }[] {
  const { month } = getDateFormats("UTC", language);
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return Array.from({ length: MONTHS_SHOWN }, (_, ago) => {
    const value = first.subtract({ months: ago }).toString();
    return { value: value.slice(0, 7), label: month(noonOf(value)) };
  });
}

interface MonthDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function MonthDialog({ open, onOpenChange }: MonthDialogProps) {
  const t = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="question"
      title={t("invoices.monthButton")}
      description={t("invoices.monthText")}
    >
      <MonthForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function MonthForm({ onDone }: { onDone: () => void }) {
  const t = useTranslation();
  const language = useLanguage();
  const { organizationId } = useScope();
  // Keep the months while the dialog is open, also over midnight.
  const [months] = useState(() => listMonthsUpTo(localToday(), language));
  // Accountants usually want the last complete month.
  const [month, setMonth] = useState(months[1]?.value ?? "");
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    download(invoices.month, { params: { organizationId, month } }, `${month}.zip`)
      // A toast shows the error.
      .then(onDone, () => {})
      .finally(() => setIsPending(false));
  };
  return (
    <div className="grid gap-4">
      <label className="grid gap-1.5">
        <span className="text-13 font-medium">{t("invoices.month")}</span>
        <Select value={month} onValueChange={setMonth} options={months} />
      </label>
      <Button variant="primary" className="justify-self-end" pending={isPending} onClick={run}>
        {t("invoices.monthDownload")}
      </Button>
    </div>
  );
}
