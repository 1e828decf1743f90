/** Parts of a customer's page: the history, and those of the modules below, in one file that the first script names. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { activity } from "#contract/activity.ts";
import type { CustomerDetail } from "#contract/customers.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { eventCustomerParts } from "#web/events/customer-parts.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { orderCustomerParts } from "#web/orders/customer-parts.tsx";
import { packCustomerParts } from "#web/packs/customer-parts.tsx";
import { paymentCustomerParts } from "#web/payments/customer-parts.tsx";
import { seriesCustomerParts } from "#web/series/customer-parts.tsx";
import { subscriptionCustomerParts } from "#web/subscriptions/customer-parts.tsx";
import { voucherCustomerParts } from "#web/vouchers/customer-parts.tsx";
import { EntryList } from "./entry-list.tsx";

export const customerParts: CustomerParts = {
  ...eventCustomerParts,
  ...seriesCustomerParts,
  ...subscriptionCustomerParts,
  ...packCustomerParts,
  ...voucherCustomerParts,
  ...orderCustomerParts,
  ...paymentCustomerParts,
  History,
};

const MAX_ENTRIES = 8;

function History({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const timeZone = useOrganizationTimezone();
  const { data } = useQuery({
    ...endpointQuery(
      activity.list,
      { params: { organizationId }, query: { customerId: customer.id, per_page: MAX_ENTRIES } },
      { quiet: true },
    ),
    enabled: can(activity.list),
    // Other people change data meanwhile.
    staleTime: 0,
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t("activity.history")}
      action={
        data.meta.total > MAX_ENTRIES && (
          <Link to={path("/activity")} search={{ customerId: customer.id }} className={`${textLinkClass} text-13`}>
            {t("activity.allOfCustomer")}
          </Link>
        )
      }
    >
      <div className="px-4 pb-2">
        <EntryList entries={data.data} timeZone={timeZone} level={3} />
      </div>
    </Card>
  );
}
