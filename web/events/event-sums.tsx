/** Sums of the events that the filters find. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { useEventsQuery } from "./use-events-query.ts";

function useEventSums() {
  const { organizationId } = useScope();
  const query = useEventsQuery();
  return useQuery({
    ...endpointQuery(events.sums, { params: { organizationId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** Undefined while it is loading, and where there are more than are counted. */
export function useEventCount(): number | undefined {
  const { data, isPlaceholderData } = useEventSums();
  return data?.data.isComplete && !isPlaceholderData ? data.data.count : undefined;
}

export function EventSums() {
  const t = useTranslation();
  const money = useAmountFormat();
  const { duration } = useDateFormats();
  const { data, isPlaceholderData } = useEventSums();
  if (!data) return <div className="h-12" aria-hidden />;
  const { count, minutes, isComplete, currencies } = data.data;
  return (
    <div
      role="group"
      aria-label={t("events.sums")}
      className={cx(
        "flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1.5 py-3 text-13 tnum transition-opacity",
        isPlaceholderData && "opacity-60",
      )}
    >
      {isComplete ? (
        <>
          <p className="mr-auto">
            <span className="font-semibold">{t("events.countShown", { count })}</span>{" "}
            <span className="text-ink-3">· {duration(minutes)}</span>
          </p>
          {currencies.map(({ currency, paid, due, toApprove, overdue, total }) => (
            <dl key={currency} className="flex flex-wrap gap-x-5 gap-y-1">
              <Sum name={t("events.paymentPaid")} amount={money(paid, currency)} />
              {due > 0 && <Sum name={t("events.dueLater")} amount={money(due, currency)} />}
              {toApprove > 0 && <Sum name={t("events.toApprove")} amount={money(toApprove, currency)} />}
              {overdue > 0 && <Sum name={t("events.overdue")} amount={money(overdue, currency)} isDanger />}
              <Sum name={t("events.total")} amount={money(total, currency)} />
            </dl>
          ))}
        </>
      ) : (
        <p className="text-ink-2">{t("events.tooManyToSum", { count })}</p>
      )}
    </div>
  );
}

const Sum = ({ name, amount, isDanger = false }: { name: string; amount: string; isDanger?: boolean }) => (
  <div className="flex gap-1.5">
    <dt className="text-ink-3">{name}</dt>
    <dd className={cx("font-semibold", isDanger && "text-danger")}>{amount}</dd>
  </div>
);
