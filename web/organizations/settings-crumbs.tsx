import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "./organization-tabs.tsx";

/** Crumbs of the pages that the settings lead to. */
export function useSettingsCrumbs(): ReactNode[] {
  const t = useTranslation();
  const { path } = useScope();
  return [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="settings" to={path("/settings")}>
      {t("organizations.settings")}
    </Link>,
  ];
}
