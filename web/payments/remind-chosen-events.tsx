/** Mails the customers of the chosen events what they owe (bulk action). */
import { payments } from "#contract/payments.ts";
import type { ChosenEvent } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { RemindButton } from "./remind-button.tsx";

export function RemindChosenEvents({ events }: { events: readonly ChosenEvent[] }) {
  const { can, isPlatform } = useScope();
  const unpaid = events.filter(
    ({ status, customer, paymentStatus }) =>
      customer !== null &&
      (status === "approved" || status === "completed") &&
      (paymentStatus === "due" || paymentStatus === "partially_paid"),
  );
  if (isPlatform || !can(payments.remind) || unpaid.length === 0) return null;
  return <RemindButton size="sm" eventIds={unpaid.map(({ id }) => id)} />;
}
