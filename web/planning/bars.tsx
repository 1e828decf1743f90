/** Above the grid: what of it is shown and asks for something; what its colours mean, how full it is, and how it is drawn. */
import { Link } from "@tanstack/react-router";
import { Printer, Search } from "lucide-react";
import { type ComponentProps, useContext } from "react";
import { Button, buttonClass } from "#web/kit/button.tsx";
import { cx } from "#web/kit/cx.ts";
import { isMedia, useIsPhone } from "#web/kit/media.ts";
import { Follows } from "#web/kit/seen.tsx";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board, View } from "#web/planner/board.ts";
import { counts } from "#web/planner/filters.ts";
import { sheetOf } from "#web/sheets/sheet-search.ts";
import { DisplayMenu, Zooming } from "#web/looking/display-menu.tsx";
import { drawingOf } from "#web/looking/drawing.ts";
import { Legend, Taken } from "#web/looking/legend.tsx";
import { SavedViews } from "#web/views/saved-views.tsx";
import { Chosen } from "#web/looking/sight.ts";
import { Counters, Filters, shownAs, viewed } from "./toolbar.tsx";

interface BarsProps extends Omit<ComponentProps<typeof Filters>, "search" | "view"> {
  board: Board;
  view: View;
  now: number;
  date: string;
  onFind: () => void;
  onShow: ComponentProps<typeof SavedViews>["onShow"];
}

/** Where the second bar may take two lines, in any language. */
const mayWrap = "(width < 80rem)";

/** What of canceled and rejected is shown. */
const goneOn = ({ items }: Board, hidesDim: boolean) =>
  (["canceled", "rejected"] as const).filter((status) =>
    items.some(({ event, isDim }) => event.status === status && !(isDim && hidesDim)),
  );

export function Bars(props: BarsProps) {
  const { board, now, set, view, onFind } = props;
  const search = useContext(Chosen);
  const isPhone = useIsPhone();
  const isGrid = view !== "list";
  const drawing = drawingOf(search, set, { lanes: board.lanes.length, view });
  const t = useWords();
  const scope = useScope();
  const { coloring } = drawing;
  const counters = isTeam(scope) && (
    <Counters counts={counts(board.items, { ...search, now }, props.makers)} only={search.only} set={set} />
  );
  const legend = (
    <Legend
      coloring={coloring}
      gone={coloring === "status" ? goneOn(board, !isGrid || search.hide === "true") : []}
      onChange={drawing.onColoring}
    />
  );
  const filters = (
    <div
      data-filters
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line px-4 py-2 max-sm:min-w-0 max-sm:flex-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[&>*]:shrink-0 max-sm:[&>div]:w-auto! max-sm:[&>div]:flex-nowrap! sm:border-b sm:px-5"
    >
      {isPhone && counters}
      <Filters {...props} search={search} />
      {!isPhone && counters}
      <div
        className={cx(
          "ml-auto flex min-h-7 items-center justify-end gap-0.5 pointer-coarse:min-h-9",
          scope.isPlatform ? "min-w-14.5 pointer-coarse:min-w-18.5" : "min-w-22 pointer-coarse:min-w-28",
        )}
      >
        <Follows atOnce={isPhone}>
          {isPhone && isGrid && <Zooming drawing={drawing} />}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t("planning.find")}
            title={t("planning.find")}
            onClick={onFind}
          >
            <Search aria-hidden />
          </Button>
          <SavedViews search={{ ...search, ...viewed(view) }} onShow={(other) => props.onShow(shownAs(other))} />
          <Link
            to={scope.path("/planning/print")}
            search={sheetOf(view, { facilityId: search.facilityId, fieldId: props.fieldId }, props.date)}
            aria-label={t("planning.print")}
            title={t("planning.print")}
            className={buttonClass("ghost", "icon-sm")}
          >
            <Printer aria-hidden />
          </Link>
        </Follows>
      </div>
    </div>
  );
  if (isPhone)
    return (
      <div className="flex border-b border-line">
        {filters}
        {/* Beside what scrolls: nothing else says what the colours mean. */}
        <div className="flex items-center border-l border-line px-1">
          <DisplayMenu {...{ drawing, isGrid }}>
            <div className={cx("grid gap-3", isGrid && "mb-2 border-b border-line pb-3")}>
              <Taken load={board.load} />
              {legend}
            </div>
          </DisplayMenu>
        </div>
      </div>
    );
  return (
    <>
      {filters}
      <div className="flex min-h-[2.3125rem] flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-5 py-1 pointer-coarse:min-h-[3.0625rem]">
        <Follows atOnce={isMedia(mayWrap)}>
          {legend}
          <div className="flex items-center gap-4">
            <Taken load={board.load} />
            {isGrid && (
              <div className="flex items-center gap-0.5">
                <Zooming drawing={drawing} />
                <DisplayMenu {...{ drawing, isGrid }} />
              </div>
            )}
          </div>
        </Follows>
      </div>
    </>
  );
}
