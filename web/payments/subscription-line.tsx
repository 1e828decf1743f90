/** A membership in a sale: its first day, what it costs, and what stands against it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type SubscriptionOffer, subscriptions } from "#contract/subscriptions.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { FieldNotes, useField } from "#web/kit/form/field.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { RemoveLineButton } from "./remove-line-button.tsx";
import type { LineProps } from "./sale-lines.tsx";

export function SubscriptionLine({ line, index, currency, onRemove }: LineProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { organizationId, can } = useScope();
  const setField = useSetField();
  const customerId = useFieldValue("customerId");
  const { id, error } = useField({ name: `lines.${index}` });
  const { name, productId, startsOn } = line;
  const isAsked = Boolean(startsOn);
  const { data } = useQuery({
    ...endpointQuery(
      subscriptions.offer,
      {
        params: { organizationId, subscriptionTypeId: productId },
        query: {
          ...(typeof customerId === "string" && customerId !== "" && { customerId }),
          ...(startsOn && { startsOn }),
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: isAsked,
    staleTime: 0,
  });
  const offer = data?.data;
  const dueNow = offer?.dueNow;
  const fee = offer?.joiningFee ?? 0;
  const take = useEffectEvent((amount: number) =>
    setField(`lines.${index}`, { ...line, price: amount / 100, seenPrice: amount, fee }),
  );
  // The sum of the sale is what is due with it: the term and the joining fee.
  useEffect(() => {
    if (dueNow !== undefined) take(dueNow);
  }, [dueNow]);
  const refusals = offer?.refusals ?? [];
  return (
    <li data-field={`lines.${index}`} className="grid gap-3 px-3 py-2.5">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 text-13 font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="text-13 font-medium tnum">{money(line.seenPrice, currency)}</span>
        <RemoveLineButton name={name} onRemove={onRemove} />
      </div>
      <DateField name={`lines.${index}.startsOn`} label={t("subscriptions.startsOn")} className="max-w-56" required />
      {offer ? <OfferText offer={offer} /> : isAsked ? <Skeleton className="h-10 w-full" /> : null}
      {refusals.length > 0 && (
        <div role="alert" className="grid gap-1 rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
          {refusals.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {refusals.length > 0 && can("sales.adjust") && (
        <TextField
          name={`lines.${index}.beyondReason`}
          label={t("subscriptions.beyondReason")}
          autoComplete="off"
          required
        />
      )}
      <FieldNotes id={id} error={error} hint={undefined} />
    </li>
  );
}

/** The term, its price with the reason of a lower one, and the joining fee. */
function OfferText({ offer }: { offer: SubscriptionOffer }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const formats = useDateFormats();
  const date = (local: string) => formats.date(noonOf(local));
  const { startsOn, endsOn, price, wholePrice, prorated, joiningFee, currency } = offer;
  return (
    <div className="grid gap-1 text-13 text-ink-2 tnum" aria-live="polite">
      <p>{t("subscriptions.fromTo", { from: date(startsOn), to: date(endsOn) })}</p>
      {prorated && (
        <p>
          {t(prorated.by === "month" ? "subscriptions.proratedMonths" : "subscriptions.proratedDays", {
            price: money(price, currency),
            whole: money(wholePrice, currency),
            left: prorated.left,
            of: prorated.of,
          })}
        </p>
      )}
      {joiningFee > 0 && <p>{t("subscriptions.withFee", { amount: money(joiningFee, currency) })}</p>}
    </div>
  );
}
