import { Link } from "@tanstack/react-router";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";

/** The next step of empty lists of money, which is taken on bookings. The platform has no planning. */
export function usePlanningLink() {
  const t = useTranslation();
  const { isPlatform, can, path } = useScope();
  return (
    !isPlatform &&
    can("events.show") && (
      <Link to={path("/planning")} className={buttonClass()}>
        {t("setup.openPlanning")}
      </Link>
    )
  );
}
