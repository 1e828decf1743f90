/** A membership with its state, its term, its end, and what it grants. */
import type { ReactNode } from "react";
import type { Subscription } from "#contract/subscriptions.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { stateLabels, stateTones } from "./labels.ts";
import { useSubscriptionText } from "./use-subscription-text.ts";

export function SubscriptionRow({ subscription, children }: { subscription: Subscription; children?: ReactNode }) {
  const t = useTranslation();
  const { untilText, termText } = useSubscriptionText();
  const { name, becomes, endReason } = subscription;
  return (
    <li className="grid gap-2 px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <StateBadge state={subscription.state} />
        <span className="font-semibold tnum sm:ml-auto">{untilText(subscription)}</span>
      </div>
      <p className="text-ink-2 tnum">{termText(subscription)}</p>
      {subscription.grants.length > 0 && <p className="text-ink-2">{subscription.grants.join(" · ")}</p>}
      {becomes && <p className="text-ink-2">{t("subscriptions.becomes", { name: becomes.name })}</p>}
      {endReason && <p className="[overflow-wrap:anywhere] text-ink-3">{endReason}</p>}
      {children}
    </li>
  );
}

export function StateBadge({ state }: Pick<Subscription, "state">) {
  const t = useTranslation();
  return (
    <Badge tone={stateTones[state]} dot>
      {t(stateLabels[state])}
    </Badge>
  );
}
