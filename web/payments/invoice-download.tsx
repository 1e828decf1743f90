import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Invoice } from "#contract/invoice-shape.ts";
import { invoices } from "#contract/invoices.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button, Spinner } from "#web/kit/ui/button.tsx";
import { download } from "#web/kit/data/download.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface InvoiceNameProps {
  invoice: Pick<Invoice, "name" | "kind">;
  children?: ReactNode;
}

export function InvoiceName({ invoice: { name, kind }, children }: InvoiceNameProps) {
  const t = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {children ?? <span className="font-medium tnum">{name}</span>}
      {kind === "credit_note" && <Badge tone="gray">{t("invoices.creditNote")}</Badge>}
      {kind === "receipt" && <Badge>{t("invoices.receipt")}</Badge>}
    </span>
  );
}

/** Downloads the PDF. The product's specification wants no toast on failure: the words stand beside the button. */
export function InvoiceDownload({ invoice: { id, name, organizationId } }: { invoice: Invoice }) {
  const t = useTranslation();
  const [isPending, setIsPending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const run = () => {
    setIsPending(true);
    setHasFailed(false);
    download(invoices.read, { params: { organizationId, invoiceId: id } }, `${name}.pdf`, { quiet: true })
      .catch(() => setHasFailed(true))
      .finally(() => setIsPending(false));
  };
  return (
    <span className="flex items-center justify-end gap-2 max-sm:ml-auto">
      {hasFailed && (
        <span role="alert" className="max-w-36 text-xs text-danger">
          {t("invoices.downloadFailed")}
        </span>
      )}
      <Button
        variant="ghost"
        size="icon"
        // Above the link that covers the row.
        className="relative z-1"
        aria-label={t("invoices.download", { name })}
        title={t("invoices.download", { name })}
        disabled={isPending}
        aria-busy={isPending || undefined}
        onClick={run}
      >
        {isPending ? <Spinner /> : <Download aria-hidden />}
      </Button>
    </span>
  );
}
