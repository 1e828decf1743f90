/** A month of invoices in one file, for the accountant. */
import { FileArchive } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/kit/button.tsx";
import { loaded } from "#web/kit/loaded.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";
import { useWords } from "#web/kit/words.ts";

const loadDialog = async () => (await Promise.all([import("./month-dialog.tsx"), ensureTemporal()]))[0];
const MonthDialog = lazy(async () => ({ default: (await loadDialog()).MonthDialog }));

export function MonthDownload() {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const [isThere, setThere] = useState(false);
  const ask = async () => {
    if (!(await loaded(loadDialog))) return;
    setThere(true);
    setOpen(true);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => void ask()}>
        <FileArchive aria-hidden />
        {t("invoices.monthButton")}
      </Button>
      {isThere && (
        <Suspense>
          <MonthDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
