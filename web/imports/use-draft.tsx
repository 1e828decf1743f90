/** Keeps the draft of an import, and leaves it for another file. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import type { ImportList } from "./labels.ts";

interface DraftPlace {
  importId: string;
  /** Key under which the import is read. */
  queryKey: QueryKey;
  list: ImportList;
  /** Address of the page. */
  to: string;
  /** Deletes the draft. */
  drop: () => Promise<unknown>;
}

export function useDraft<Draft>({ importId, queryKey, list, to, drop }: DraftPlace) {
  const t = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const dropping = useMutation({
    mutationFn: drop,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [list.name] });
      void navigate({ to });
    },
  });
  const startOver: ReactNode = (
    <Button variant="ghost" className="mr-auto" pending={dropping.isPending} onClick={() => dropping.mutate()}>
      {t("imports.startOver")}
    </Button>
  );
  return {
    startOver,
    keep: (data: Draft) => cache.setQueryData(queryKey, { data }),
    turnToFirstPage: () => navigate({ to: ".", search: { importId } as never, replace: true }),
  };
}
