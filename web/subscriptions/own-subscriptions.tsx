/** One's own memberships in all organizations, above one's payments; nothing for people without any. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type OwnSubscription, subscriptions } from "#contract/subscriptions.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { SubscriptionRow } from "./subscription-row.tsx";
import { useSubscriptionText } from "./use-subscription-text.ts";

const EndOwnDialog = lazy(async () => ({ default: (await import("./end-own-dialog.tsx")).EndOwnDialog }));

export function OwnSubscriptions() {
  const t = useTranslation();
  const { data } = useQuery({
    ...endpointQuery(subscriptions.mine, { query: { per_page: 100 } }, { quiet: true }),
    staleTime: 0,
  });
  const own = data?.data ?? [];
  if (own.length === 0) return null;
  const several = new Set(own.map(({ organization }) => organization.id)).size > 1;
  return (
    <Card title={t("subscriptions.mine")} className="mb-6">
      <ul aria-label={t("subscriptions.mine")} className="divide-y divide-line">
        {own.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription}>
            {several && <p className="text-ink-3">{subscription.organization.name}</p>}
            <Ending subscription={subscription} />
          </SubscriptionRow>
        ))}
      </ul>
    </Card>
  );
}

/** Until when the renewal can be refused, and the button that does so. */
function Ending({ subscription }: { subscription: OwnSubscription }) {
  const t = useTranslation();
  const { date } = useSubscriptionText();
  const [isOpen, setOpen] = useState(false);
  const { name, canEnd, refuseBy, endsAnyTime } = subscription;
  // The dialog stays for its last step, once nothing is left to end.
  if (!canEnd && !isOpen) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 flex-1 basis-60 text-ink-2">
        {endsAnyTime
          ? t("subscriptions.endsAnyTime")
          : refuseBy && t("subscriptions.refuseBy", { date: date(refuseBy) })}
      </p>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={t("subscriptions.endMineNamed", { name })}
        onClick={() => setOpen(true)}
      >
        {t("subscriptions.endMine")}
      </Button>
      {isOpen && (
        <Suspense>
          <EndOwnDialog subscription={subscription} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
