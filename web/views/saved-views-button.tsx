import { Bookmark } from "lucide-react";
import { lazy, useRef, useState } from "react";
import type { View } from "#contract/views.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { PlanningSearch } from "./planning-search.ts";
import { toViewState, viewStateKey } from "./view-state.ts";

const loadSavedViewList = () => import("./saved-view-list.tsx");
const loadViewDialog = () => import("./view-dialog.tsx");
const LazySavedViewList = lazy(async () => ({ default: (await loadSavedViewList()).SavedViewList }));
const LazyViewDialog = lazy(async () => ({ default: (await loadViewDialog()).ViewDialog }));

interface SavedViewsButtonProps {
  search: PlanningSearch;
  /** Replaces all search parameters. */
  onShow: (search: PlanningSearch) => void;
}

export function SavedViewsButton({ search, onShow }: SavedViewsButtonProps) {
  const t = useTranslation();
  const { isPlatform } = useScope();
  const [open, setOpen] = useState(false);
  /** Undefined while the dialog is closed, null for a new view. */
  const [asked, setAsked] = useState<View | null>();
  const button = useRef<HTMLButtonElement>(null);
  const sight = toViewState(search);
  // The platform has no saved views.
  if (isPlatform) return null;
  const trigger = (
    <Button ref={button} variant="ghost" size="icon-sm" aria-label={t("views.title")} title={t("views.title")}>
      <Bookmark aria-hidden />
    </Button>
  );
  return (
    <>
      <Popover wide open={open} onOpenChange={setOpen} trigger={trigger} label={t("views.title")}>
        <LazyPart load={loadSavedViewList} onFailed={() => setOpen(false)} fallback={<Skeleton className="h-24" />}>
          <LazySavedViewList
            search={search}
            onShow={(other) => {
              setOpen(false);
              // A view has no date: keep the shown one.
              onShow({ ...other, date: search.date });
            }}
            onAsk={(view) => {
              // The closing dialog returns the focus here.
              button.current?.focus();
              setOpen(false);
              setAsked(view);
            }}
          />
        </LazyPart>
      </Popover>
      {asked !== undefined && (
        <LazyPart load={loadViewDialog} onFailed={() => setAsked(undefined)}>
          <LazyViewDialog
            view={asked}
            sight={sight}
            isChanged={asked !== null && viewStateKey(asked.sight) !== viewStateKey(sight)}
            hint={t("views.hint")}
            onClose={() => setAsked(undefined)}
          />
        </LazyPart>
      )}
    </>
  );
}
