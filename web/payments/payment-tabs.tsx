import { Link } from "@tanstack/react-router";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";

/** Payments, what is not paid yet, and the takings by method. */
export function PaymentTabs() {
  const t = useTranslation();
  const { path, can, isPlatform } = useScope();
  const exact = { exact: true, includeSearch: false };
  return (
    <TabsBar label={t("payments.title")}>
      <Link to={path("/payments")} activeOptions={exact}>
        {t("payments.title")}
      </Link>
      <Link to={path("/payments/unpaid")} activeOptions={exact}>
        {t("payments.unpaid")}
      </Link>
      <Link to={path("/payments/takings")} activeOptions={exact}>
        {t("payments.takings")}
      </Link>
      {can("till.use") && !isPlatform && (
        <Link to={path("/payments/till")} activeOptions={exact}>
          {t("payments.till")}
        </Link>
      )}
    </TabsBar>
  );
}
