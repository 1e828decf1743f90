/** Memberships of a customer on their page: at its head those that run, below all of them with what can be done. */
import { isOver } from "#contract/subscriptions-rules.ts";
import { useQuery } from "@tanstack/react-query";
import type { CustomerDetail } from "#contract/customers.ts";
import { subscriptions } from "#contract/subscriptions.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { stateTones } from "./labels.ts";
import { SubscriptionButtons } from "./subscription-buttons.tsx";
import { SubscriptionRow } from "./subscription-row.tsx";
import { useSubscriptionText } from "./use-subscription-text.ts";

export const subscriptionCustomerParts = { RunningMembership, Memberships } satisfies Partial<CustomerParts>;

function useSubscriptions({ id: customerId }: CustomerDetail) {
  const { organizationId, can } = useScope();
  const { data } = useQuery({
    ...endpointQuery(
      subscriptions.list,
      { params: { organizationId }, query: { customerId, per_page: 50 } },
      { quiet: true },
    ),
    enabled: can(subscriptions.list),
  });
  const held = data?.data ?? [];
  // Those that end first come first, and those that are over come last.
  return [...held.filter(({ state }) => !isOver(state)), ...held.filter(({ state }) => isOver(state)).toReversed()];
}

const isRunning = (state: string) => state === "active" || state === "frozen" || state === "grace";

function RunningMembership({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { date } = useSubscriptionText();
  return useSubscriptions(customer)
    .filter(({ state }) => isRunning(state))
    .map(({ id, name, state, endsOn }) => (
      <Badge key={id} tone={stateTones[state]} dot>
        {t(state === "frozen" ? "subscriptions.frozenBadge" : "subscriptions.untilBadge", { name, date: date(endsOn) })}
      </Badge>
    ));
}

function Memberships({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { isPlatform } = useScope();
  const held = useSubscriptions(customer);
  if (held.length === 0) return null;
  return (
    <Card title={t("subscriptions.title")}>
      <ul aria-label={t("subscriptions.title")} className="divide-y divide-line">
        {held.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription}>
            {subscription.endsAnyTime && <p className="text-ink-2">{t("subscriptions.noticeMissed")}</p>}
            {!isPlatform && <SubscriptionButtons subscription={subscription} />}
          </SubscriptionRow>
        ))}
      </ul>
    </Card>
  );
}
