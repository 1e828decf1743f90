import { Link } from "@tanstack/react-router";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";
import { taxLabels } from "#web/payments/labels.ts";
import { useOrganization, useOrganizationTaxName } from "#web/organizations/use-organization.ts";
import { useAskedPeriod } from "./period.tsx";

/** The period stays from one page to the next. */
export function AccountingTabs() {
  const t = useTranslation();
  const { path } = useScope();
  const period = useAskedPeriod();
  const { tax } = taxLabels(useOrganizationTaxName());
  const isFrench = useOrganization()?.countryId === FRANCE_ID;
  const exact = { exact: true, includeSearch: false };
  const search = { period } as never;
  return (
    <TabsBar label={t("accounting.title")}>
      <Link to={path("/accounting")} search={search} activeOptions={exact}>
        {t(tax)}
      </Link>
      <Link to={path("/accounting/journal")} search={search} activeOptions={exact}>
        {t("accounting.journals")}
      </Link>
      <Link to={path("/accounting/payouts")} search={search} activeOptions={exact}>
        {t("accounting.payouts")}
      </Link>
      <Link to={path("/accounting/deferred")} search={search} activeOptions={exact}>
        {t("accounting.deferred")}
      </Link>
      <Link to={path("/accounting/accounts")} search={search} activeOptions={exact}>
        {t("accounting.accounts")}
      </Link>
      <Link to={path("/accounting/closing")} search={search} activeOptions={exact}>
        {t("accounting.closing")}
      </Link>
      {/* French law asks for the log. */}
      {isFrench && (
        <Link to={path("/accounting/receipt-log")} search={{ period } as never} activeOptions={exact}>
          {t("receipt-log.title")}
        </Link>
      )}
    </TabsBar>
  );
}
