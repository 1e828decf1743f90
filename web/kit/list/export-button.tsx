import { Download } from "lucide-react";
import { useState } from "react";
import { type ExportableList, exports } from "#contract/exports.ts";
import { ownTimeZone } from "#messages/dates.ts";
import { Button, Spinner } from "#web/kit/ui/button.tsx";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface ExportSource {
  list: ExportableList;
  query?: object;
}

export function ExportButton({ list, query }: ExportSource) {
  const t = useTranslation();
  const { organizationId, isPlatform } = useScope();
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    const timezone = isPlatform ? ownTimeZone() : undefined;
    const filters = { ...query, page: undefined, per_page: undefined, timezone };
    download(exports.csv, { params: { organizationId, list }, query: filters }, `${list}.csv`)
      // `download` has shown the failure in a toast.
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
