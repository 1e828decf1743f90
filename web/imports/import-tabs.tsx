/** The kinds of imports that the reader may begin. */
import { Link } from "@tanstack/react-router";
import { imports } from "#contract/imports.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";

export function ImportTabs() {
  const t = useTranslation();
  const { can, path } = useScope();
  const tabs = [
    { endpoint: imports.list, to: "/import", label: t("imports.tabFields") },
    { endpoint: imports.listBookings, to: "/events/import", label: t("imports.tabBookings") },
    { endpoint: imports.listCustomers, to: "/customers/import", label: t("customers.title") },
    { endpoint: imports.listPacks, to: "/packs/import", label: t("packs.title") },
    { endpoint: imports.listSubscriptions, to: "/memberships/import", label: t("subscriptions.title") },
  ];
  return (
    <TabsBar label={t("imports.kinds")}>
      {tabs
        .filter(({ endpoint }) => can(endpoint))
        .map(({ to, label }) => (
          <Link key={to} to={path(to)} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        ))}
    </TabsBar>
  );
}
