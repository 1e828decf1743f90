/** Above the grid: what of it is shown and asks for something; what its colours mean, how full it is, and how it is drawn. */
import { Link } from "@tanstack/react-router";
import { Printer, Search } from "lucide-react";
import { type ComponentProps, useContext } from "react";
import { Button, buttonClass } from "#web/kit/button.tsx";
import { cx } from "#web/kit/cx.ts";
import { isMedia, useIsPhone } from "#web/kit/media.ts";
import { percentOf } from "#web/kit/percent.ts";
import { Follows } from "#web/kit/seen.tsx";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board, View } from "#web/planner/board.ts";
import { counts } from "#web/planner/filters.ts";
import { sheetOf } from "#web/sheets/sheet-search.ts";
import { DisplayMenu } from "#web/looking/display-menu.tsx";
import { drawingOf } from "#web/looking/drawing.ts";
import { Legend } from "#web/looking/legend.tsx";
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

export function Bars(props: BarsProps) {
  const { board, now, set, view, onFind } = props;
  const search = useContext(Chosen);
  const isPhone = useIsPhone();
  const drawing = drawingOf(search, set, { lanes: board.lanes.length, view });
  const t = useWords();
  const scope = useScope();
  const percent = percentOf(board.load, t);
  return (
    <>
      <div
        data-filters
        className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[&>*]:shrink-0 max-sm:[&>div]:w-auto! max-sm:[&>div]:flex-nowrap! sm:px-5"
      >
        <Filters {...props} search={search} />
        {isTeam(scope) && (
          <Counters counts={counts(board.items, { ...search, now }, props.makers)} only={search.only} set={set} />
        )}
        <div
          className={cx(
            "ml-auto flex min-h-7 items-center justify-end gap-0.5 pointer-coarse:min-h-9",
            scope.isPlatform ? "min-w-14.5 pointer-coarse:min-w-18.5" : "min-w-22 pointer-coarse:min-w-28",
          )}
        >
          <Follows atOnce={isPhone}>
            {view !== "list" && isPhone && <DisplayMenu drawing={drawing} />}
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
      {view !== "list" && !isPhone && (
        <div className="flex min-h-[2.3125rem] flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-5 py-1 pointer-coarse:min-h-[3.0625rem]">
          <Follows atOnce={isMedia(mayWrap)}>
            <Legend coloring={drawing.coloring} onChange={drawing.onColoring} />
            <div className="flex items-center gap-4">
              <p className="flex items-center gap-2 text-xs text-ink-2 tnum">
                <span className="h-1.5 w-16 overflow-hidden rounded-full bg-active" aria-hidden>
                  <span className="block h-full bg-accent" style={{ width: `${Math.round(board.load * 100)}%` }} />
                </span>
                {t("planning.taken", { percent })}
              </p>
              <DisplayMenu drawing={drawing} />
            </div>
          </Follows>
        </div>
      )}
    </>
  );
}
