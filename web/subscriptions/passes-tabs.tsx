import { Link } from "@tanstack/react-router";
import { vouchers } from "#contract/vouchers.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";

/** Passes are what customers hold: memberships, packs, and gift vouchers. */
export function PassesTabs() {
  const t = useTranslation();
  const { path, can } = useScope();
  const exact = { exact: true, includeSearch: false };
  return (
    <TabsBar label={t("subscriptions.passes")}>
      <Link to={path("/memberships")} activeOptions={exact}>
        {t("subscriptions.title")}
      </Link>
      <Link to={path("/packs")} activeOptions={exact}>
        {t("packs.title")}
      </Link>
      {can(vouchers.list) && (
        <Link to={path("/vouchers")} activeOptions={{ includeSearch: false }}>
          {t("vouchers.title")}
        </Link>
      )}
    </TabsBar>
  );
}
