/** Toolbars of the planning: date, view, filters, display. */
import { Link } from "@tanstack/react-router";
import { Ban, Printer, Sparkles } from "lucide-react";
import { type ComponentProps, useContext } from "react";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { matchesMedia, useIsPhone } from "#web/kit/render/use-media-query.ts";
import { AfterFirstPaint } from "#web/kit/render/after-first-paint.tsx";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board } from "./grid/board.ts";
import { countByAttention } from "./grid/event-criteria.ts";
import { printSearchFor } from "./print/print-search.ts";
import { DisplayMenu, ZoomButtons } from "./view-settings/display-menu.tsx";
import { resolveDisplaySettings } from "./view-settings/display-settings.ts";
import { FoldedSymbols, Legend, OccupancyMeter } from "./view-settings/legend.tsx";
import { SavedViewsButton } from "#web/views/saved-views-button.tsx";
import { ChosenSearchContext } from "./view-settings/use-planning-search.ts";
import { AttentionCounters, phoneStripClass, PlanningFilters, ViewSwitch } from "./view-settings/toolbar-controls.tsx";
import { type DaysViewMode, savedViewSearch, viewSearch } from "#web/views/planning-search.ts";

interface PlanningToolbarsProps extends Omit<ComponentProps<typeof PlanningFilters>, "search" | "view"> {
  board: Board;
  view: DaysViewMode;
  now: number;
  date: string;
  onAskForSlots: (() => void) | undefined;
  onBlock: (() => void) | undefined;
  onShow: ComponentProps<typeof SavedViewsButton>["onShow"];
}

const wrappingWidthQuery = "(width < 80rem)";

const shownInactiveStatuses = ({ items }: Board, hidesDim: boolean) =>
  (["canceled", "rejected"] as const).filter((status) =>
    items.some(({ event, isDimmed }) => event.status === status && !(isDimmed && hidesDim)),
  );

/** Names the time zone of the planning for somebody whose clock is another. */
function TimeZoneNote({ board }: { board: Board }) {
  const t = useTranslation();
  const { otherZoneName } = useDateFormats(board.timezone);
  const [lane] = board.lanes;
  const zone = lane && otherZoneName(lane.origin);
  return (
    zone && (
      <p className="border-b border-line px-4 py-1 text-xs text-ink-3 sm:px-5">{t("planning.timesOfZone", { zone })}</p>
    )
  );
}

export function PlanningToolbars(props: PlanningToolbarsProps) {
  const { board, now, set, view, onAskForSlots, onBlock } = props;
  const search = useContext(ChosenSearchContext);
  const isPhone = useIsPhone();
  const isGrid = view !== "list";
  const drawing = resolveDisplaySettings(search, set, { lanes: board.lanes.length, view });
  const t = useTranslation();
  const scope = useScope();
  const { coloring } = drawing;
  const counters = isTeamMember(scope) && (
    <AttentionCounters
      counts={countByAttention(board.items, { ...search, now }, props.makers)}
      only={search.only}
      set={set}
    />
  );
  const legend = (
    <Legend
      coloring={coloring}
      inactiveStatuses={coloring === "status" ? shownInactiveStatuses(board, !isGrid || search.hide === "true") : []}
      onChange={drawing.onColoring}
      withSymbols={isGrid && !isPhone}
    />
  );
  const filters = (
    <div
      data-filters
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 border-line px-4 py-2 max-sm:flex-1 max-sm:gap-x-1.5 sm:border-b sm:px-5",
        phoneStripClass,
      )}
    >
      {isPhone && <ViewSwitch compact view={view} set={set} />}
      {onAskForSlots && (
        <Button
          size="sm"
          aria-keyshortcuts="s"
          onClick={onAskForSlots}
          className="border-accent! bg-accent-soft! text-accent-ink! max-sm:px-1.5"
        >
          <Sparkles aria-hidden />
          {t("planning.whatIsFree")}
        </Button>
      )}
      {isPhone && counters}
      {isPhone && onBlock && (
        <Button size="sm" onClick={onBlock} className="px-1.5">
          <Ban aria-hidden />
          {t("planning.blockTime")}
        </Button>
      )}
      <PlanningFilters {...props} search={search} />
      {!isPhone && counters}
      <div
        className={cx(
          "ml-auto flex min-h-7 items-center justify-end gap-0.5 pointer-coarse:min-h-9",
          scope.isPlatform ? "min-w-7 pointer-coarse:min-w-9" : "min-w-14.5 pointer-coarse:min-w-18.5",
        )}
      >
        <AfterFirstPaint immediate={isPhone}>
          {isPhone && isGrid && <ZoomButtons drawing={drawing} />}
          <SavedViewsButton
            search={{ ...search, ...viewSearch(view) }}
            onShow={(other) => props.onShow(savedViewSearch(other))}
          />
          <Link
            to={scope.path("/planning/print")}
            search={printSearchFor(view, { facilityId: search.facilityId, fieldId: props.fieldId }, props.date)}
            aria-label={t("planning.print")}
            title={t("planning.print")}
            className={buttonClass("ghost", "icon-sm")}
          >
            <Printer aria-hidden />
          </Link>
        </AfterFirstPaint>
      </div>
    </div>
  );
  if (isPhone)
    return (
      <>
        <div className="flex border-b border-line">
          {filters}
          {/* Outside of the scrolling part, so that the legend stays visible. */}
          <div className="flex items-center border-l border-line px-1">
            <DisplayMenu {...{ drawing, isGrid }}>
              <div className={cx("grid gap-3", isGrid && "mb-2 border-b border-line pb-3")}>
                <OccupancyMeter load={board.occupancy} />
                {legend}
                {isGrid && <FoldedSymbols />}
              </div>
            </DisplayMenu>
          </div>
        </div>
        <TimeZoneNote board={board} />
      </>
    );
  return (
    <>
      {filters}
      <div className="flex min-h-[2.3125rem] flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-5 py-1 pointer-coarse:min-h-[3.0625rem]">
        <AfterFirstPaint immediate={matchesMedia(wrappingWidthQuery)}>
          {legend}
          <div className="flex items-center gap-4">
            <OccupancyMeter load={board.occupancy} />
            {isGrid && (
              <div className="flex items-center gap-0.5">
                <ZoomButtons drawing={drawing} />
                <DisplayMenu {...{ drawing, isGrid }} />
              </div>
            )}
          </div>
        </AfterFirstPaint>
      </div>
      <TimeZoneNote board={board} />
    </>
  );
}
