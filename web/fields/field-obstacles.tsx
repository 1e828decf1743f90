/** Says why a field cannot be booked, and leads those who may change it to the cause. */
import { Link } from "@tanstack/react-router";
import { fields } from "#contract/fields.ts";
import type { FieldObstacle } from "#contract/fields-obstacles-rules.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

export const obstacleLabels = {
  closed: "fields.obstacleClosed",
  noHours: "fields.obstacleNoHours",
  noPrice: "fields.obstacleNoPrice",
  notBookable: "fields.obstacleNotBookable",
  closedDay: "fields.obstacleClosedDay",
} as const satisfies Record<FieldObstacle, MessageKey>;

/** Sentences; the short labels stand in the planning's headers. */
const obstacleTexts = {
  closed: "fields.obstacleClosedText",
  noHours: "fields.obstacleNoHoursText",
  noPrice: "fields.obstacleNoPriceText",
  notBookable: "fields.obstacleNotBookableText",
  closedDay: "fields.obstacleClosedDayText",
} as const satisfies Record<FieldObstacle, MessageKey>;

const repairs = {
  closed: { label: "fields.repairClosed", page: "" },
  noHours: { label: "fields.repairNoHours", page: "/edit" },
  noPrice: { label: "fields.repairNoPrice", page: "" },
  notBookable: { label: "fields.repairNotBookable", page: "/edit" },
  closedDay: { label: "fields.repairClosedDay", page: "" },
} as const satisfies Record<FieldObstacle, { label: MessageKey; page: string }>;

interface ObstacleLinkProps {
  fieldId: string;
  obstacle: FieldObstacle;
}

export function ObstacleLink({ fieldId, obstacle }: ObstacleLinkProps) {
  const t = useTranslation();
  const { can, path } = useScope();
  if (!can(fields.update)) return null;
  const { label, page } = repairs[obstacle];
  return (
    <Link to={path(`/fields/${fieldId}${page}`)} className={textLinkClass}>
      {t(label)}
    </Link>
  );
}

/** Sentences about one field. */
export function FieldObstacles({ fieldId, obstacles }: { fieldId: string; obstacles: readonly FieldObstacle[] }) {
  const t = useTranslation();
  return (
    <ul className="grid gap-1 text-13 text-ink-2">
      {obstacles.map((obstacle) => (
        <li key={obstacle}>
          {t(obstacleTexts[obstacle])} <ObstacleLink {...{ fieldId, obstacle }} />
        </li>
      ))}
    </ul>
  );
}

interface NamedField {
  id: string;
  name: string;
  obstacles?: FieldObstacle[] | undefined;
}

const MAX_NAMES = 3;

/** One line for each reason, with the fields that it concerns. */
export function ObstaclesByReason({ fields: shown }: { fields: readonly NamedField[] }) {
  const t = useTranslation();
  const reasons = Object.keys(obstacleLabels) as FieldObstacle[];
  return (
    <ul className="grid gap-1.5">
      {reasons.map((obstacle) => {
        const concerned = shown.filter(({ obstacles = [] }) => obstacles.includes(obstacle));
        const [first] = concerned;
        if (!first) return null;
        const names = concerned.slice(0, MAX_NAMES).map(({ name }) => name);
        const more = concerned.length - names.length;
        return (
          <li key={obstacle}>
            <span className="font-medium text-ink-2">
              {concerned.length === shown.length && shown.length > 1
                ? t("fields.allFields")
                : names.join(", ") + (more > 0 ? ` ${t("fields.andMore", { count: more })}` : "")}
            </span>{" "}
            · {t(obstacleLabels[obstacle])} <ObstacleLink fieldId={first.id} obstacle={obstacle} />
          </li>
        );
      })}
    </ul>
  );
}
