import { Download } from "lucide-react";
import { useState } from "react";
import { type ExportableList, exports } from "#contract/exports.ts";
import { Button, Spinner } from "#web/kit/ui/button.tsx";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface ExportSource {
  list: ExportableList;
  /** The list's search and filters; pages are ignored. */
  query?: object;
}

/** Downloads the list as CSV with its current filters. */
export function ExportButton({ list, query }: ExportSource) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    const filters = { ...query, page: undefined, per_page: undefined };
    download(exports.csv, { params: { organizationId, list }, query: filters }, `${list}.csv`)
      // The failure is already shown in a toast.
      .catch(() => {})
      .finally(() => setIsPending(false));
  };
  return (
    <Button
      size="icon"
      aria-label={t("kit.exportCsv")}
      title={t("kit.exportCsv")}
      disabled={isPending}
      aria-busy={isPending || undefined}
      onClick={run}
    >
      {isPending ? <Spinner /> : <Download aria-hidden />}
    </Button>
  );
}
