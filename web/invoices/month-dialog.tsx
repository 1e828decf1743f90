/** Which month of invoices the accountant gets. */
import { useState } from "react";
import { invoices } from "#contract/invoices.ts";
import { today } from "#web/availability/slots.ts";
import { Button } from "#web/kit/button.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { download } from "#web/kit/download.ts";
import { useScope } from "#web/kit/scope.ts";
import { Select } from "#web/kit/select.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";

const count = 36;

/** The months up to that of a date, the latest first: `2026-11` and `November 2026`. */
export function monthsUpTo(date: string, tag: string): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return Array.from({ length: count }, (_, ago) => {
    const value = first.subtract({ months: ago }).toString();
    return { value: value.slice(0, 7), label: format.format(new Date(`${value}T12:00:00Z`)) };
  });
}

interface MonthDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function MonthDialog({ open, onOpenChange }: MonthDialogProps) {
  const t = useWords();
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
  const t = useWords();
  const tag = useLocale();
  const { organizationId } = useScope();
  // What the dialog was opened at stays, also over midnight.
  const [months] = useState(() => monthsUpTo(today(), tag));
  // The last whole month is what accountants want.
  const [month, setMonth] = useState(months[1]?.value ?? "");
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    download(invoices.month, { params: { organizationId, month } }, `${month}.zip`)
      // What went wrong is said in a toast.
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
