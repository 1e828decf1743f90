import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** The way from the till to its reports. */
export function useTillCrumbs({ withReports = false } = {}): readonly ReactNode[] {
  const t = useTranslation();
  const { path } = useScope();
  return [
    <Link key="till" to={path("/payments/till")}>
      {t("tills.one")}
    </Link>,
    ...(withReports
      ? [
          <Link key="reports" to={path("/payments/till/reports")}>
            {t("tills.closingsTitle")}
          </Link>,
        ]
      : []),
  ];
}
