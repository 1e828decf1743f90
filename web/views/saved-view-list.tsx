import { storageKeys } from "#contract/personal-data.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { shareViewsPermission, type View, views } from "#contract/views.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { useScope, useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { searchFromText, searchToText } from "./planning-search.ts";
import { type LocalView, parseLocalViews, uploadLocalViews } from "./local-views.ts";
import { toPlanningSearch, toViewState, viewStateKey } from "./view-state.ts";
import type { PlanningSearch } from "./planning-search.ts";

interface SavedViewListProps {
  search: PlanningSearch;
  onShow: (search: PlanningSearch) => void;
  /** Null for a new view. */
  onAsk: (view: View | null) => void;
}

export function SavedViewList({ search, onShow, onAsk }: SavedViewListProps) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const localViews = useLocalViews();
  const { data, error, refetch } = useQuery(
    endpointQuery(views.list, { params: { organizationId }, query: {} }, { quiet: true }),
  );
  const current = viewStateKey(toViewState(search));
  const own = data?.data.filter(({ isShared }) => !isShared) ?? [];
  const shared = data?.data.filter(({ isShared }) => isShared) ?? [];
  const rows = (views: readonly View[], mayEdit: boolean) =>
    views.map((view) => (
      <SavedViewRow
        key={view.id}
        name={view.name}
        isCurrent={viewStateKey(view.sight) === current}
        onShow={() => onShow(toPlanningSearch(view.sight))}
      >
        {mayEdit && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t("views.editNamed", { name: view.name })}
            title={t("kit.edit")}
            onClick={() => onAsk(view)}
          >
            <Pencil aria-hidden />
          </Button>
        )}
      </SavedViewRow>
    ));
  return (
    <div className="grid grid-cols-1 gap-3">
      {error ? (
        <div role="alert" className="grid justify-items-start gap-2 px-2 text-13 text-ink-2">
          {error.message}
          <Button size="sm" onClick={() => void refetch()}>
            {t("kit.retry")}
          </Button>
        </div>
      ) : !data || localViews.isMoving ? (
        <Skeleton className="h-24" />
      ) : own.length + shared.length + localViews.kept.length === 0 ? (
        <div className="grid gap-1 px-2 py-1 text-13">
          <p className="font-medium">{t("views.none")}</p>
          <p className="text-ink-2">{t("views.noneHint")}</p>
        </div>
      ) : (
        <>
          {own.length > 0 && <SavedViewSection title={t("views.own")}>{rows(own, true)}</SavedViewSection>}
          {localViews.kept.length > 0 && (
            <SavedViewSection title={t("views.onlyHere")} note={localViews.error?.message}>
              {localViews.kept.map(([name, said]) => (
                <SavedViewRow
                  key={name}
                  name={name}
                  isCurrent={searchToText(searchFromText(said)) === current}
                  onShow={() => onShow(searchFromText(said))}
                >
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("kit.remove", { name })}
                    onClick={() => localViews.remember(localViews.kept.filter(([other]) => other !== name))}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </SavedViewRow>
              ))}
            </SavedViewSection>
          )}
          {shared.length > 0 && (
            <SavedViewSection title={t("views.shared")}>{rows(shared, can(shareViewsPermission))}</SavedViewSection>
          )}
        </>
      )}
      <div className="border-t border-line pt-3">
        <Button className="w-full" aria-haspopup="dialog" onClick={() => onAsk(null)}>
          <Plus aria-hidden />
          {t("views.save")}
        </Button>
      </div>
    </div>
  );
}

/** Views stored in this browser only: they move to the server when the list opens. */
function useLocalViews() {
  const { organizationId } = useScope();
  const { id } = useUser();
  const cache = useQueryClient();
  const [text, write] = useLocalStorage(`${storageKeys.planningViews}${organizationId}.${id}`);
  const storedViews = parseLocalViews(text);
  const remember = (rest: readonly LocalView[]) => write(rest.length > 0 ? JSON.stringify(rest) : "");
  const moving = useMutation({
    mutationFn: () => uploadLocalViews(storedViews, organizationId, remember),
    onSettled: () => cache.invalidateQueries({ queryKey: [views.list.name] }),
  });
  const begin = useEffectEvent(() => storedViews.length > 0 && moving.mutate());
  useEffect(() => void begin(), []);
  const isMoving = moving.isPending || (moving.isIdle && storedViews.length > 0);
  return { kept: storedViews, isMoving, error: moving.error, remember };
}

function SavedViewSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1">
      <p id={id} className="px-2 text-xs font-medium text-ink-3">
        {title}
      </p>
      {note && <p className="px-2 text-xs text-ink-2">{note}</p>}
      <ul aria-labelledby={id} className="grid grid-cols-1 gap-0.5">
        {children}
      </ul>
    </div>
  );
}

interface SavedViewRowProps {
  name: string;
  isCurrent: boolean;
  onShow: () => void;
  children: ReactNode;
}

const SavedViewRow = ({ name, isCurrent, onShow, children }: SavedViewRowProps) => (
  <li className="flex items-center gap-1">
    <button
      type="button"
      title={name}
      aria-current={isCurrent}
      className="h-8 min-w-0 flex-1 truncate rounded-md px-2 text-left text-13 hover:bg-hover aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent-ink pointer-coarse:h-11"
      onClick={onShow}
    >
      {name}
    </button>
    {children}
  </li>
);
