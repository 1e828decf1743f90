/** Saved views of the list of events, and how to save the present one. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Pencil, Plus } from "lucide-react";
import { lazy, useState } from "react";
import { type EventsViewState, shareViewsPermission, type View, views } from "#contract/views.ts";
import { isSameFilters, viewLinkClass } from "#web/events/events-views.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { parseEventsSearch } from "#web/events/labels.ts";
import { eventsSearchOf, toEventsViewState } from "./events-view-state.ts";

const loadDialog = () => import("./view-dialog.tsx");
const ViewDialog = lazy(async () => ({ default: (await loadDialog()).ViewDialog }));

export function SavedEventsViews() {
  const t = useTranslation();
  const { organizationId, isPlatform, path, can } = useScope();
  const { data } = useQuery({
    ...endpointQuery(views.list, { params: { organizationId }, query: { page: "events" } }, { quiet: true }),
    enabled: !isPlatform,
  });
  const sight = toEventsViewState(useSearch({ strict: false, select: parseEventsSearch }));
  /** Undefined while the dialog is closed, null for a new view. */
  const [asked, setAsked] = useState<View | null>();
  // The platform has no saved views.
  if (isPlatform) return null;
  const isCurrent = (view: View) => isSameFilters(view.sight, sight);
  return (
    <>
      {data?.data.map((view) => (
        <span key={view.id} className="flex shrink-0 items-center">
          <Link
            to={path("/events")}
            search={eventsSearchOf(view.sight as EventsViewState)}
            activeOptions={{ exact: true }}
            data-current={isCurrent(view) || undefined}
            className={viewLinkClass}
          >
            {view.name}
          </Link>
          {isCurrent(view) && (!view.isShared || can(shareViewsPermission)) && (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t("views.editNamed", { name: view.name })}
              title={t("kit.edit")}
              onClick={() => setAsked(view)}
            >
              <Pencil aria-hidden />
            </Button>
          )}
        </span>
      ))}
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={t("views.save")}
        title={t("views.save")}
        onClick={() => setAsked(null)}
      >
        <Plus aria-hidden />
      </Button>
      {asked !== undefined && (
        <LazyPart load={loadDialog} onFailed={() => setAsked(undefined)}>
          <ViewDialog
            view={asked}
            sight={sight}
            isChanged={false}
            hint={t("views.eventsHint")}
            onClose={() => setAsked(undefined)}
          />
        </LazyPart>
      )}
    </>
  );
}
