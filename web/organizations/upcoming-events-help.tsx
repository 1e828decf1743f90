import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { localDate } from "#messages/dates.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** A closure that is to outlast every booking: series and tournaments are planned years ahead. */
const CLOSURE_YEARS = 10;

interface UpcomingEventsHelpProps {
  /** `/events`, or the events of a facility or field. */
  eventsPath: string;
  /** `facility <id>` or `field <id>`, whose closure cancels its events together. */
  closurePlace?: string;
  onNavigate: () => void;
}

/** Shown where upcoming events prevent a deletion: links to them, and to the closure that cancels them all. */
export function UpcomingEventsHelp({ eventsPath, closurePlace, onNavigate }: UpcomingEventsHelpProps) {
  const t = useTranslation();
  const { can, path } = useScope();
  const [from] = useState(() => localDate(Date.now()));
  const to = `${Number(from.slice(0, 4)) + CLOSURE_YEARS}-12-31`;
  return (
    <span className="mt-3 grid justify-items-start gap-2 text-13">
      {can("events.show") && (
        <Link
          to={eventsPath}
          search={{ from, stands: "true", kind: "event" }}
          className={textLinkClass}
          onClick={onNavigate}
        >
          {t("organizations.showUpcomingEvents")}
        </Link>
      )}
      {closurePlace && can("patterns.manage") && (
        <Link
          to={path("/closures/create")}
          state={{ closureFormValues: { place: closurePlace, name: t("organizations.closedForGood"), from, to } }}
          className={textLinkClass}
          onClick={onNavigate}
        >
          {t("organizations.cancelUpcomingEvents")}
        </Link>
      )}
    </span>
  );
}
