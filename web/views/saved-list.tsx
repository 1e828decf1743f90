/** What is saved: one's own views and the team's, each a click away, and the way to save another. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { sharing, type View, views } from "#contract/views.ts";
import { read } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { useRemembered } from "#web/kit/remembered.ts";
import { useScope, useUser } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { searchOf, textOf } from "#web/looking/sight.ts";
import type { PlanningSearch } from "#web/planner/board.ts";
import { type Kept, keptIn, moveOver } from "./kept-here.ts";
import { searchIn, sightOf, signOf } from "./sights.ts";

interface SavedListProps {
  search: PlanningSearch;
  onShow: (search: PlanningSearch) => void;
  /** Null: a new one. */
  onAsk: (view: View | null) => void;
}

export function SavedList({ search, onShow, onAsk }: SavedListProps) {
  const t = useWords();
  const { organizationId, can } = useScope();
  const here = useKeptHere();
  const { data, error, refetch } = useQuery(read(views.list, { params: { organizationId } }, { quiet: true }));
  const current = signOf(sightOf(search));
  const own = data?.data.filter(({ isShared }) => !isShared) ?? [];
  const shared = data?.data.filter(({ isShared }) => isShared) ?? [];
  const rows = (its: readonly View[], mayEdit: boolean) =>
    its.map((view) => (
      <Row
        key={view.id}
        name={view.name}
        isCurrent={signOf(view.sight) === current}
        onShow={() => onShow(searchIn(view.sight))}
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
      </Row>
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
      ) : !data || here.isMoving ? (
        <Skeleton className="h-24" />
      ) : own.length + shared.length + here.kept.length === 0 ? (
        <div className="grid gap-1 px-2 py-1 text-13">
          <p className="font-medium">{t("views.none")}</p>
          <p className="text-ink-2">{t("views.noneHint")}</p>
        </div>
      ) : (
        <>
          {own.length > 0 && <Part title={t("views.own")}>{rows(own, true)}</Part>}
          {here.kept.length > 0 && (
            <Part title={t("views.onlyHere")} note={here.error?.message}>
              {here.kept.map(([name, said]) => (
                <Row
                  key={name}
                  name={name}
                  isCurrent={textOf(searchOf(said)) === current}
                  onShow={() => onShow(searchOf(said))}
                >
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("kit.remove", { name })}
                    onClick={() => here.remember(here.kept.filter(([other]) => other !== name))}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </Row>
              ))}
            </Part>
          )}
          {shared.length > 0 && <Part title={t("views.shared")}>{rows(shared, can(sharing))}</Part>}
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

/** What this browser has kept by itself: it moves to one's own as soon as the list is open. */
function useKeptHere() {
  const { organizationId } = useScope();
  const { id } = useUser();
  const cache = useQueryClient();
  const [text, write] = useRemembered(`planning.views.${organizationId}.${id}`);
  const kept = keptIn(text);
  const remember = (rest: readonly Kept[]) => write(rest.length > 0 ? JSON.stringify(rest) : "");
  const moving = useMutation({
    mutationFn: () => moveOver(kept, organizationId, remember),
    onSettled: () => cache.invalidateQueries({ queryKey: [views.list.name] }),
  });
  const begin = useEffectEvent(() => kept.length > 0 && moving.mutate());
  useEffect(() => void begin(), []);
  const isMoving = moving.isPending || (moving.isIdle && kept.length > 0);
  return { kept, isMoving, error: moving.error, remember };
}

function Part({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
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

interface RowProps {
  name: string;
  isCurrent: boolean;
  onShow: () => void;
  children: ReactNode;
}

const Row = ({ name, isCurrent, onShow, children }: RowProps) => (
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
