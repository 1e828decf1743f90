import { Download } from "lucide-react";
import { useState } from "react";
import { type ExportedList, exports } from "#contract/exports.ts";
import { Button, Spinner } from "./button.tsx";
import { download } from "./download.ts";
import { useScope } from "./scope.ts";
import { useWords } from "./words.ts";

export interface Exported {
  list: ExportedList;
  /** What the list is asked: its search and its filters. Pages do not matter. */
  query?: object;
}

/** A list as CSV, as it is filtered now. */
export function ExportButton({ list, query }: Exported) {
  const t = useWords();
  const { organizationId } = useScope();
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    const asked = { ...query, page: undefined, per_page: undefined };
    download(exports.csv, { params: { organizationId, list }, query: asked }, `${list}.csv`)
      // What went wrong is said in a toast.
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
