/** Says, before a booking is canceled, that its extras come back by the same share. */
import { useQuery } from "@tanstack/react-query";
import { extras } from "#contract/extras.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** Nothing where nothing was paid for extras. */
export function ExtrasBack({ organizationId, eventId }: { organizationId: string; eventId: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const params = { organizationId, eventId };
  const { data } = useQuery({ ...endpointQuery(extras.ofEvent, { params }, { quiet: true }), staleTime: 0 });
  const booked = data?.data.extras ?? [];
  const paid = booked.reduce((sum, one) => sum + one.paid, 0);
  const [first] = booked;
  if (!first || paid === 0) return null;
  return (
    <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {t("extras.backShare", { amount: money(paid, first.currency) })}
    </p>
  );
}
