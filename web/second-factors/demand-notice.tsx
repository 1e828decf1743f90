import { Link, useRouterState } from "@tanstack/react-router";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

const SETUP_PATH = "/settings/second-factor";

/** By when two-step sign-in is to be set up, for who has none in an organization or on a platform that demands it. */
export default function SecondFactorDemand() {
  const t = useTranslation();
  const { membership } = useScope();
  const { dateTime } = useDateFormats();
  const isSetup = useRouterState({ select: ({ location }) => location.pathname === SETUP_PATH });
  const now = useNow();
  const dueAt = membership?.secondFactorDueAt;
  if (!dueAt) return null;
  return (
    <aside
      aria-label={t("second-factors.title")}
      className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-2.5 text-13 sm:px-8 print:hidden"
    >
      <p className="min-w-[min(100%,20rem)] flex-1">
        {Date.parse(dueAt) <= now
          ? t("second-factors.demandedNow")
          : t("second-factors.demanded", { at: dateTime(dueAt) })}
      </p>
      {!isSetup && (
        <Link to={SETUP_PATH} className={textLinkClass}>
          {t("second-factors.setUp")}
        </Link>
      )}
    </aside>
  );
}
