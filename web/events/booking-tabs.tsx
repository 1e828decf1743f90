/** The two ways in which members find a time: by their wishes, or field by field. */
import { Link } from "@tanstack/react-router";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";

export function BookingTabs() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <TabsBar label={t("bookings.find")}>
      <Link to={path("/find")} activeOptions={{ includeSearch: false }}>
        {t("bookings.byTime")}
      </Link>
      <Link to={path("/events/create")} activeOptions={{ includeSearch: false }}>
        {t("events.byField")}
      </Link>
    </TabsBar>
  );
}
