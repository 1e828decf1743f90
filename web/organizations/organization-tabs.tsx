import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Permission } from "#contract/permissions.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

const tabs = [
  ["/overview", "organizations.overview", "organizations.show"],
  ["/facilities", "facilities.title", "facilities.show"],
  ["/fields", "fields.title", "fields.show"],
  ["/events", "events.title", "events.show"],
  ["/team-users", "members.team", "members.show"],
  ["/users", "members.customers", "members.show"],
] as const satisfies readonly (readonly [path: string, label: MessageKey, permission: Permission])[];

/** For `Page`'s `tabs`; undefined on the platform. */
export function useOrganizationTabs(): ReactNode {
  const t = useTranslation();
  const { isPlatform, can, path } = useScope();
  if (isPlatform) return undefined;
  return (
    <TabsBar label={t("organizations.parts")}>
      {tabs
        .filter(([, , permission]) => can(permission))
        .map(([rest, label]) => (
          <Link key={rest} to={path(rest)} activeOptions={{ includeSearch: false }}>
            {t(label)}
          </Link>
        ))}
    </TabsBar>
  );
}

/** For `Page`'s `crumbs`; undefined on the platform. */
export function useOrganizationCrumbs(): ReactNode[] | undefined {
  const { isPlatform, membership, path, can } = useScope();
  if (isPlatform || !membership) return undefined;
  const name = membership.name;
  return [
    can("organizations.show") ? (
      <Link key="organization" to={path("/overview")}>
        {name}
      </Link>
    ) : (
      name
    ),
  ];
}
