/** Header of a lane: name of the field (court) or date, and occupancy. */
import "./lane-header.css";
import { Home, Lightbulb, Sun } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { fields } from "#contract/fields.ts";
import type { FieldObstacle } from "#contract/fields-obstacles-rules.ts";
import { obstacleLabels } from "#web/fields/field-obstacles.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { getDateFormats, noonOf } from "#web/kit/format/date-formats.ts";
import { formatPercent } from "#web/kit/format/percent-format.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { Lane } from "./board.ts";

interface LaneHeaderProps {
  isBare: boolean;
  /** Lanes are days of one field. */
  isWeek: boolean;
  isToday: boolean;
  lane: Lane;
  t: Translate;
}

export const LaneHeader = memo(function LaneHeader({ lane, isBare, isWeek, isToday, t }: LaneHeaderProps) {
  const { field, depth, date } = lane;
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-current={isToday ? "date" : undefined}
      className="planner-lane-header"
      data-depth={depth > 0 && !isWeek ? Math.min(depth, 3) : undefined}
    >
      <span className="planner-lane-name" title={field.name}>
        {isWeek ? getDateFormats("UTC").day(noonOf(date)) : field.name}
      </span>
      {!isBare && <LaneDetails {...{ lane, isWeek, t }} />}
    </div>
  );
});

interface LaneObstacleProps {
  fieldId: string;
  obstacle: FieldObstacle;
  t: Translate;
}

function LaneObstacle({ fieldId, obstacle, t }: LaneObstacleProps) {
  const { can, path } = useScope();
  const text = t(obstacleLabels[obstacle]);
  if (!can(fields.update) || obstacle === "closedDay") return <span className="planner-percent">{text}</span>;
  return (
    <Link to={path(`/fields/${fieldId}`)} className={`planner-percent ${textLinkClass}`}>
      {text}
    </Link>
  );
}

function LaneDetails({ lane, isWeek, t }: Pick<LaneHeaderProps, "lane" | "isWeek" | "t">) {
  const { field, occupancy: load, open } = lane;
  const percent = formatPercent(load, t);
  const isClosed = field.status === "closed";
  const obstacle = field.obstacles?.[0] ?? (open.length === 0 ? "closedDay" : undefined);
  return (
    <>
      {obstacle ? (
        <LaneObstacle {...{ fieldId: field.id, obstacle, t }} />
      ) : (
        open.length > 0 && (
          <span className="planner-percent" title={t("planning.taken", { percent })}>
            {percent}
          </span>
        )
      )}
      <span className="planner-field-traits">
        {!isWeek && field.space === "indoor" && <Home role="img" aria-label={t("planning.indoor")} />}
        {!isWeek && field.space === "outdoor" && <Sun role="img" aria-label={t("planning.outdoor")} />}
        {!isWeek && field.lights && <Lightbulb role="img" aria-label={t("planning.lights")} />}
        {open.length > 0 && !isClosed && (
          <span
            className="planner-occupancy"
            aria-hidden
            style={{ "--load": `${Math.round(load * 100)}%` } as object}
          />
        )}
      </span>
    </>
  );
}
