import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { invoices } from "#contract/invoices.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { Button } from "#web/kit/ui/button.tsx";

const loadDialog = async () => (await Promise.all([import("./monthly-dialog.tsx"), ensureTemporal()]))[0];
const MonthlyDialog = lazy(async () => ({ default: (await loadDialog()).MonthlyDialog }));

/** Hidden for who may not issue invoices. A notification opens the dialog by `monthly` in the address. */
export function MonthlyInvoices() {
  const t = useTranslation();
  const navigate = useNavigate();
  const { can, isPlatform } = useScope();
  const { monthly } = useSearch({ strict: false }) as { monthly?: string };
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(false);
  const isAllowed = can(invoices.monthly) && !isPlatform;
  useEffect(() => {
    if (!monthly || !isAllowed) return;
    void loadDialog().then(
      () => {
        setThere(true);
        setOpen(true);
      },
      () => {},
    );
  }, [monthly, isAllowed]);
  if (!isAllowed) return null;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() =>
          void loadWithToast(loadDialog).then((isLoaded) => {
            if (!isLoaded) return;
            setThere(true);
            setOpen(true);
          })
        }
      >
        <CalendarClock aria-hidden />
        {t("invoices.monthly")}
      </Button>
      {isThere && (
        <Suspense>
          <MonthlyDialog
            open={isOpen}
            month={monthly}
            onOpenChange={(next) => {
              setOpen(next);
              if (!next && monthly) void navigate({ to: ".", search: {}, replace: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
