/** Panel beside the planning with the details of the open event. */
import { Link } from "@tanstack/react-router";
import { ExternalLink, X } from "lucide-react";
import { lazy, use, useEffect, useRef, useState } from "react";
import type { Event } from "#contract/events.ts";
import { EventActions } from "#web/events/event-actions.tsx";
import { EventBadges } from "#web/events/event-card.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { PlanningPartsContext } from "#web/planning/planning-parts.ts";
import { hasUnsavedChanges } from "#web/planning/unsaved-changes.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useEvent } from "./hover-card.tsx";
import { EventFacts } from "./event-facts.tsx";
import type { PanelFormPart } from "./panel-form.tsx";

const loadForm = () => import("./panel-form.tsx");
const loadTakeBack = () => import("#web/waitlist/withdraw-offer.tsx");
const TakeBack = lazy(async () => ({ default: (await loadTakeBack()).WithdrawOffer }));
const PanelForm = lazy(async () => ({ default: (await loadForm()).PanelForm }));

interface EventPanelProps {
  eventId: string;
  onClose: () => void;
  /** Asks about unsaved changes, because the person has chosen another event. */
  isLeaving: boolean;
  onStay: () => void;
}

export function EventPanel({ eventId, onClose, isLeaving, onStay }: EventPanelProps) {
  const t = useTranslation();
  const { path } = useScope();
  const { data, error, refetch } = useEvent(eventId);
  const event = data?.data;
  const [edited, setEdited] = useState<PanelFormPart>();
  const close = () => setEdited(undefined);
  const panel = useRef<HTMLElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    // On small screens the panel covers the list; beside the grid the grid keeps the focus.
    const isOverGrid = matchMedia("(max-width: 64rem)").matches;
    if (isOverGrid) panel.current?.focus({ preventScroll: true });
    // The panel takes room from the grid: keep the event that it is about in sight.
    document
      .querySelector(`.planner [data-item^="${CSS.escape(eventId)}"]`)
      ?.scrollIntoView({ block: isOverGrid ? "start" : "nearest", inline: "nearest" });
  }, [eventId]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t("events.one")}
      data-event-panel
      className="flex w-88 shrink-0 flex-col overflow-y-auto border-l border-line bg-surface outline-none max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[60dvh] max-lg:w-auto max-lg:rounded-t-2xl max-lg:border-t max-lg:shadow-pop"
    >
      <header className="sticky top-0 z-1 flex items-start gap-2 border-b border-line bg-surface px-4 py-3">
        <h2 className="min-w-0 flex-1 pt-1 text-base font-semibold [overflow-wrap:anywhere]">
          {event?.name ?? t("events.one")}
        </h2>
        <Link
          to={path(`/events/${eventId}`)}
          aria-label={t("planning.detail")}
          title={t("planning.detail")}
          className={buttonClass("ghost", "icon")}
        >
          <ExternalLink aria-hidden />
        </Link>
        <Button variant="ghost" size="icon" aria-label={t("kit.close")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      {event && edited ? (
        <LazyPart load={loadForm} onFailed={close} fallback={<PanelSkeleton />}>
          <PanelForm eventId={eventId} part={edited} onDone={close} fallback={<PanelSkeleton />} />
          <ConfirmDialog
            open={isLeaving}
            onOpenChange={(open) => open || isLeft.current || onStay()}
            title={t("kit.leaveTitle")}
            confirm={t("kit.leave")}
            cancel={t("kit.stay")}
            onConfirm={() => {
              isLeft.current = true;
              hasUnsavedChanges.set(false);
            }}
          >
            {t("kit.leaveText")}
          </ConfirmDialog>
        </LazyPart>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : event ? (
        <EventDetails event={event} onEdit={setEdited} onClose={onClose} />
      ) : (
        <PanelSkeleton />
      )}
    </aside>
  );
}

const PanelSkeleton = () => (
  <div className="grid gap-3 p-4" aria-busy>
    {Array.from({ length: 7 }, (_, index) => (
      <Skeleton key={index} className="h-5" />
    ))}
  </div>
);

interface EventDetailsProps {
  event: Event;
  onEdit: (part: PanelFormPart) => void;
  onClose: () => void;
}

function EventDetails({ event, onEdit, onClose }: EventDetailsProps) {
  const t = useTranslation();
  const scope = useScope();
  const { EventSection } = use(PlanningPartsContext);
  return (
    <>
      <div className="flex flex-wrap gap-1.5 px-4 pt-3">
        <EventBadges event={event} />
      </div>
      <EventFacts event={event} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-4 text-13">
        <Link to={scope.path(`/events/${event.id}`)} hash="history" className={textLinkClass}>
          {t("planning.history")}
        </Link>
        {event.seriesId && (
          <Link to={scope.path(`/series/${event.seriesId}`)} className={textLinkClass}>
            {t("planning.wholeSeries")}
          </Link>
        )}
      </p>
      {event.pendingReason === "offer" ? (
        <LazyPart load={loadTakeBack} onFailed={onClose} fallback={<PanelSkeleton />}>
          <TakeBack event={event} onTakenBack={onClose} />
        </LazyPart>
      ) : (
        event.kind === "event" && isTeamMember(scope) && <EventSection event={event} />
      )}
      {event.actions.length > 0 && (
        <footer className="sticky bottom-0 mt-auto flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3">
          <EventActions event={event} {...(isTeamMember(scope) ? { onEdit } : {})} />
        </footer>
      )}
    </>
  );
}
