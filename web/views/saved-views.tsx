/** The button of the saved views. What it opens, and what is saved, comes when it is wanted. */
import { Bookmark } from "lucide-react";
import { lazy, useRef, useState } from "react";
import type { View } from "#contract/views.ts";
import { Button } from "#web/kit/button.tsx";
import { Popover } from "#web/kit/popover.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { WhenLoaded } from "#web/kit/when-loaded.tsx";
import { useWords } from "#web/kit/words.ts";
import type { PlanningSearch } from "#web/planner/board.ts";

const loadList = () => import("./saved-list.tsx");
const loadDialog = () => import("./view-dialog.tsx");
const List = lazy(async () => ({ default: (await loadList()).SavedList }));
const Dialog = lazy(async () => ({ default: (await loadDialog()).ViewDialog }));

interface SavedViewsProps {
  /** As it is looked at now. */
  search: PlanningSearch;
  /** Nothing else of what was there before stays. */
  onShow: (search: PlanningSearch) => void;
}

export function SavedViews({ search, onShow }: SavedViewsProps) {
  const t = useWords();
  const { isPlatform } = useScope();
  const [open, setOpen] = useState(false);
  /** The view that is edited; null for a new one. */
  const [asked, setAsked] = useState<View | null>();
  const button = useRef<HTMLButtonElement>(null);
  // The platform reads everybody's, and has nothing of its own.
  if (isPlatform) return null;
  const trigger = (
    <Button ref={button} variant="ghost" size="icon-sm" aria-label={t("views.title")} title={t("views.title")}>
      <Bookmark aria-hidden />
    </Button>
  );
  return (
    <>
      <Popover wide open={open} onOpenChange={setOpen} trigger={trigger} label={t("views.title")}>
        <WhenLoaded load={loadList} onFailed={() => setOpen(false)} fallback={<Skeleton className="h-24" />}>
          <List
            search={search}
            onShow={(other) => {
              setOpen(false);
              // The day stays: a view is looked at on any.
              onShow({ ...other, date: search.date });
            }}
            onAsk={(view) => {
              // What the dialog gives the focus back to when it closes.
              button.current?.focus();
              setOpen(false);
              setAsked(view);
            }}
          />
        </WhenLoaded>
      </Popover>
      {asked !== undefined && (
        <WhenLoaded load={loadDialog} onFailed={() => setAsked(undefined)}>
          <Dialog view={asked} search={search} onClose={() => setAsked(undefined)} />
        </WhenLoaded>
      )}
    </>
  );
}
