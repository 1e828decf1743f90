/** The chosen start: its fields, the price, how it is paid, until when it can be canceled, and the button that books or moves. */
import { useId, useState } from "react";
import { Info } from "lucide-react";
import type { Booking } from "#contract/bookings.ts";
import type { Slots, SlotStart } from "#contract/availability.ts";
import { participants } from "#contract/participants.ts";
import type { ExtraChoice } from "#contract/events.ts";
import { ExtrasChoice, pickOffered, useExtraOffers } from "#web/availability/extras-choice.tsx";
import { findUsable, PackChoice, usePackOffers } from "#web/availability/pack-choice.tsx";
import { CancellationRule } from "#web/availability/cancellation-rule.tsx";
import { NoShowTerm } from "#web/availability/no-show-term.tsx";
import { readLastChoice, saveLastChoice } from "#web/availability/last-choice.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { PromoCodeChoice } from "#web/availability/promo-code-choice.tsx";
import { QuoteLines, quoteRefusalMessage, useCodeQuote } from "#web/availability/quote.tsx";
import {
  type PaymentChoice,
  paymentChoiceLabels,
  useIsMethodsPending,
  usePaymentMethodChoices,
} from "#web/availability/slot-price.tsx";
import { useCreateEvent } from "#web/events/use-create-event.ts";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { AgreedRest, divideOffered, SplitChoice } from "#web/participants/split-choice.tsx";
import { useScope, useUser } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CourtArt } from "#web/kit/ui/court-art.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { MoveOrder } from "./move-order.tsx";

export interface SlotChoiceProps {
  start: SlotStart;
  slots: Slots;
  sport: { id: number; name: string } | undefined;
  /** Undefined if nobody said. */
  people: number | undefined;
  /** Wanted field; without it, the best. */
  fieldId: string | undefined;
  onChooseField: (id: string) => void;
  move: Booking | undefined;
}

export function SlotChoice(props: SlotChoiceProps) {
  const t = useTranslation();
  const { start, fieldId, move, onChooseField, sport } = props;
  const chosen = start.fields.find(({ id }) => id === fieldId);
  const field = chosen ?? start.fields[0];
  if (!field) return null;
  // A wanted field that is no longer free was booked meanwhile.
  const isLost = fieldId !== undefined && !chosen;
  return (
    <div className="grid gap-3.5">
      {isLost && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {t("bookings.slotLost")}
        </p>
      )}
      <FieldChoice fields={start.fields} value={field.id} onChoose={onChooseField} sport={sport?.name} />
      {move ? (
        <MoveOrder key={`${field.id} ${start.startTime}`} booking={move} start={start} fieldId={field.id} />
      ) : (
        <Order key={`${field.id} ${start.startTime}`} {...props} field={field} />
      )}
    </div>
  );
}

type SlotField = SlotStart["fields"][number];

interface FieldChoiceProps {
  fields: readonly SlotField[];
  value: string;
  onChoose: (id: string) => void;
  sport: string | undefined;
}

function FieldChoice({ fields, value, onChoose, sport }: FieldChoiceProps) {
  const t = useTranslation();
  const name = useId();
  const facilities = new Set(fields.map(({ facility }) => facility.id));
  const spaceLabels = { indoor: "bookings.indoor", outdoor: "bookings.outdoor" } as const;
  return (
    <div role="radiogroup" aria-label={t("events.field")} className="-mx-1 grid max-h-56 gap-2 overflow-y-auto p-1">
      {fields.map((field) => (
        <label
          key={field.id}
          className="relative flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-line px-3 py-2 text-13 hover:bg-hover has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={name}
            checked={field.id === value}
            onChange={() => onChoose(field.id)}
            className="grid size-4 shrink-0 appearance-none place-items-center rounded-full border border-line-strong bg-surface outline-none before:size-1.5 before:scale-0 before:rounded-full before:bg-on-accent checked:border-accent checked:bg-accent checked:before:scale-100"
          />
          <CourtArt sport={sport} className="h-7 w-11 rounded-[5px]" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{field.name}</span>
            {facilities.size > 1 && <span className="block truncate text-xs text-ink-3">{field.facility.name}</span>}
          </span>
          {field.space && <span className="text-ink-2">{t(spaceLabels[field.space])}</span>}
        </label>
      ))}
    </div>
  );
}

function Order({ start, slots, sport, people, field }: SlotChoiceProps & { field: SlotField }) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { organizationId } = useScope();
  const { fullName } = useUser();
  const name = useId();
  const book = useCreateEvent({ isReplaced: true, isQuiet: true });
  const [wanted, setWanted] = useState<PaymentChoice>();
  const [isBooking, setBooking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const count = Math.max(people ?? 1, field.minPeople);
  const place = {
    ...{ fieldId: field.id, startTime: start.startTime, duration: start.duration, people: count },
    ...(field.priceType && { priceType: field.priceType }),
  };
  const [code, setCode] = useState("");
  const codeQuote = useCodeQuote(place, code);
  const { data: quote, error } = codeQuote;
  const { offers: packOffers, isLoading: isPackLoading } = usePackOffers(
    quote && quote.total > 0 ? { ...place, ...(sport && { sportId: sport.id }) } : undefined,
  );
  const [wantsPack, setWantsPack] = useState(true);
  const pack = wantsPack ? findUsable(packOffers)?.pack : undefined;
  const extraOffers = useExtraOffers({ ...place, ...(sport && { sportId: sport.id }) });
  const [wantedExtras, setWantedExtras] = useState<ExtraChoice[]>([]);
  const extras = pickOffered(wantedExtras, extraOffers);
  const choices = usePaymentMethodChoices(pack ? undefined : quote?.total, start.startTime);
  const way = choices.find((choice) => choice === wanted) ?? choices[0];
  // The button says how the booking is paid, so it waits for what decides that.
  const isReady = !useIsMethodsPending() && !isPackLoading;
  const isPaidOnline = way === "online" || way === "bank_transfer";
  // Shares are paid at the club where nothing is paid online, and once the booking stands.
  const isAtClub = way === "on_site" && choices.length === 1 && field.approval !== "manual";
  const division =
    quote && (way === "online" || isAtClub)
      ? divideOffered({ price: quote.total, people: count, startTime: start.startTime, isAtClub })
      : null;
  const [wantsSplit, setWantsSplit] = useState(false);
  const shared = wantsSplit ? division : null;
  const submit = async () => {
    setBooking(true);
    setFailure(undefined);
    const { type = "free_play" } = readLastChoice(organizationId);
    const transfer = way === "bank_transfer";
    saveLastChoice(organizationId, { duration: start.duration, ...(sport && { sportId: sport.id }) });
    try {
      await book(
        {
          ...place,
          ...{ name: fullName, type },
          ...(sport && { sportId: sport.id }),
          ...(extras.length > 0 && { extras }),
          ...(pack ? { packId: pack.id } : way && way !== "on_account" && { payment: transfer ? "online" : way }),
          ...(!pack && code !== "" && { promoCode: code }),
        },
        transfer ? "bank_transfer" : undefined,
        shared
          ? { share: ({ id: eventId }) => call(participants.split, { params: { organizationId, eventId }, body: {} }) }
          : undefined,
      );
    } catch (refusal) {
      setFailure(refusal instanceof ApiError ? firstErrorMessage(refusal) : t("kit.wrong"));
    }
    setBooking(false);
  };
  const refused = quoteRefusalMessage(error) ?? error?.message;
  return (
    <>
      {quote ? (
        <div className="border-t border-dashed border-line-strong pt-3.5">
          <QuoteLines quote={quote} />
        </div>
      ) : (
        !refused && <Skeleton className="h-11 w-full" />
      )}
      <PackChoice offers={packOffers} isChosen={pack !== undefined} onChoose={setWantsPack} />
      {!pack && <PromoCodeChoice quote={codeQuote} code={code} onChange={setCode} />}
      <ExtrasChoice offers={extraOffers} chosen={extras} onChange={setWantedExtras} />
      {field.approval === "manual" && (
        <p className="flex gap-2 text-13 text-ink-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <Info aria-hidden />
          {t("availability.asksApproval")}
        </p>
      )}
      <CancellationRule
        startTime={start.startTime}
        timezone={slots.timezone}
        conditions={quote?.cancellation}
        isPaid={isPaidOnline}
      />
      <NoShowTerm fee={quote?.noShowFee} currency={quote?.currency} />
      {choices.length > 1 && (
        <SegmentedControl
          name={name}
          wide
          aria-label={t("availability.way")}
          options={choices.map((value) => ({ value, label: t(paymentChoiceLabels[value]) }))}
          value={way}
          onValueChange={setWanted}
        />
      )}
      {quote && division && (
        <SplitChoice
          {...division}
          {...{ count, currency: quote.currency, isAtClub, isChosen: wantsSplit, onChoose: setWantsSplit }}
        />
      )}
      {quote && shared && !isAtClub && (
        <AgreedRest {...{ quote, startTime: start.startTime, timezone: slots.timezone }} />
      )}
      {(failure ?? refused) && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure ?? refused}
        </p>
      )}
      <Button
        variant="primary"
        className="h-12! w-full rounded-lg! text-sm! whitespace-normal!"
        pending={isBooking}
        disabled={!quote || !isReady}
        onClick={() => void submit()}
      >
        {!quote || !isReady || quote.total === 0 || pack
          ? t("events.book")
          : t(
              isPaidOnline
                ? "bookings.bookAndPay"
                : way === "on_account"
                  ? "bookings.bookOnAccount"
                  : "bookings.bookOnSite",
              {
                price: priceText(shared?.own ?? quote.total, quote.currency),
              },
            )}
      </Button>
    </>
  );
}
