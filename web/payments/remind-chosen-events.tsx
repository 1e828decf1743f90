/** Mails the customers of the chosen events what they owe (bulk action). */
import { isUnpaidStatus } from "#contract/events-states-rules.ts";
import { payments } from "#contract/payments.ts";
import type { ChosenEvent } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { RemindButton } from "./remind-button.tsx";

export function RemindChosenEvents({ events }: { events: readonly ChosenEvent[] }) {
  const { can, isPlatform } = useScope();
  const unpaid = events.filter(
    ({ status, customer, paymentStatus }) =>
      customer !== null && (status === "approved" || status === "completed") && isUnpaidStatus(paymentStatus),
  );
  if (isPlatform || !can(payments.remind) || unpaid.length === 0) return null;
  return <RemindButton size="sm" eventIds={unpaid.map(({ id }) => id)} />;
}
