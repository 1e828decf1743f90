/** Mails the customers of the chosen events what they owe (bulk action). */
import { isDebt } from "#contract/events-states-rules.ts";
import { payments } from "#contract/payments.ts";
import type { ChosenEvent } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { RemindButton } from "./remind-button.tsx";

export function RemindChosenEvents({ events }: { events: readonly ChosenEvent[] }) {
  const { can, isPlatform } = useScope();
  const unpaid = events.filter((event) => event.customer !== null && isDebt(event));
  if (isPlatform || !can(payments.remind) || unpaid.length === 0) return null;
  return <RemindButton size="sm" eventIds={unpaid.map(({ id }) => id)} />;
}
