import { FileArchive } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const loadDialog = async () => (await Promise.all([import("./month-dialog.tsx"), ensureTemporal()]))[0];
const MonthDialog = lazy(async () => ({ default: (await loadDialog()).MonthDialog }));

export function MonthDownload() {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const [isThere, setThere] = useState(false);
  const download = async () => {
    if (!(await loadWithToast(loadDialog))) return;
    setThere(true);
    setOpen(true);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => void download()}>
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
