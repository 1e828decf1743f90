import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import type { PackOffer } from "#contract/packs.ts";
import { payments, manualPaymentMethods } from "#contract/payments.ts";
import type { PlanningField } from "#contract/planning.ts";
import { findUsable, RefusedPack, usePackOffers } from "#web/availability/pack-choice.tsx";
import { usePackText } from "#web/availability/pack-text.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { quoteRefusalMessage, useCodeQuote, PriceExplanation } from "#web/availability/quote.tsx";
import { usePaymentMethodChoices } from "#web/availability/slot-price.tsx";
import type { SlotStart } from "#web/availability/slots.ts";
import { PlanChips } from "#web/availability/schedule-fields.tsx";
import { BlockedFieldsSelect } from "#web/blocks/blocked-fields-select.tsx";
import { useWallet } from "#web/customers/use-wallet.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { DateField, TimeField } from "#web/kit/form/date-fields.tsx";
import { SegmentedField, SelectField } from "#web/kit/form/choice-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Placement } from "./placement.ts";
import { type BookingPlace, quickPayments } from "./quick-draft.ts";

const ExtrasField = lazy(async () => ({
  default: (await import("#web/availability/extras-choice.tsx")).ExtrasField,
}));

const PromoCodeField = lazy(async () => ({
  default: (await import("#web/availability/promo-code-choice.tsx")).PromoCodeField,
}));

interface PlaceAndTimeFieldsProps {
  placement: Placement;
  fields: readonly PlanningField[];
  onMove: (places: readonly BookingPlace[]) => void;
}

/** Several places share their time. The fields of a block are chosen here, those of bookings on the grid. */
export function PlaceAndTimeFields({ placement: { places, duration }, fields, onMove }: PlaceAndTimeFieldsProps) {
  const t = useTranslation();
  const isBlock = useFieldValue("kind") === "block";
  const [first, second] = places;
  const field = fields.find(({ id }) => id === first?.fieldId);
  const { weekdayDateTimeRange, timeRange, date } = useDateFormats(field?.timezone);
  if (!first || !field) return null;
  const end = Date.parse(first.startTime) + duration * 60_000;
  const nameOf = (fieldId: string) => fields.find(({ id }) => id === fieldId)?.name;
  const named = [...new Set(places.map(({ fieldId }) => nameOf(fieldId)))].join(", ");
  const days = [...new Set(places.map(({ startTime }) => date(startTime)))];
  const open = fields.filter(({ status }) => status !== "closed");
  const several = new Set(open.map(({ facilityId }) => facilityId)).size > 1;
  const hasOneTime = places.every(({ startTime }) => startTime === first.startTime);
  return (
    <div className="grid gap-2">
      <p className="text-13 text-ink-2 tnum">
        {second && !(isBlock && hasOneTime) && <strong className="font-medium text-ink">{named} · </strong>}
        <span className="first-letter:uppercase">
          {days.length > 1
            ? `${days[0]} – ${days.at(-1)}, ${timeRange(first.startTime, end)}`
            : weekdayDateTimeRange(first.startTime, end)}
        </span>
      </p>
      {second ? (
        <div className="grid grid-cols-2 gap-2">
          <TimeField name="startTime" label={t("events.startTime")} hideLabel required />
          <PeopleOrDurationField />
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <DateField name="date" label={t("events.date")} hideLabel required />
          <TimeField name="startTime" label={t("events.startTime")} hideLabel required />
          {!isBlock && (
            <SelectField
              name="fieldId"
              label={t("events.field")}
              hideLabel
              options={open.map(({ id, name, facilityName }) => ({
                value: id,
                label: name,
                ...(several ? { group: facilityName } : {}),
              }))}
            />
          )}
          <PeopleOrDurationField />
        </div>
      )}
      {isBlock && hasOneTime && (
        <BlockedFieldsSelect
          places={places}
          fields={open.map(({ id, name, facilityName }) => ({
            value: id,
            label: name,
            ...(several ? { hint: facilityName } : {}),
          }))}
          onChange={onMove}
        />
      )}
    </div>
  );
}

function PeopleOrDurationField() {
  const t = useTranslation();
  if (useFieldValue("kind") === "block") return <DurationField />;
  const people = t("events.people");
  return <TextField name="people" type="number" min={1} label={people} placeholder={people} hideLabel />;
}

function DurationField() {
  const t = useTranslation();
  const label = t("events.durationMinutes");
  return <TextField name="duration" type="number" min={5} max={1440} suffix="min" label={label} hideLabel required />;
}

export function PlanFields({
  hasChosenLength,
  hasSeveralPlaces,
  start,
}: {
  hasChosenLength: boolean;
  hasSeveralPlaces: boolean;
  start: SlotStart | undefined;
}) {
  const set = useSetField();
  const [duration, priceType] = [useFieldValue("duration"), useFieldValue("priceType")];
  const options = start?.options ?? [];
  const own = options.find((option) => option.duration === duration);
  const plan = hasChosenLength ? own : (own ?? options[0]);
  const isUnset = useRef(true);
  useEffect(() => {
    // A clicked start takes the first plan that is sold there; a drawn length takes the plan of that length.
    if (!isUnset.current || !plan) return;
    isUnset.current = false;
    set("duration", plan.duration);
    set("priceType", plan.priceType);
  }, [plan, set]);
  const isOffered = options.some((option) => option.duration === duration);
  return (
    <div className="grid gap-2">
      {options.length > 0 && (
        <PlanChips
          options={options}
          isChosen={(option) =>
            option.duration === duration && (priceType ? option.priceType === priceType : option === own)
          }
        />
      )}
      {(options.length === 0 || !isOffered || hasSeveralPlaces) && <DurationField />}
    </div>
  );
}

const paymentChoiceLabels = {
  pack: "packs.pay",
  link: "planning.payLink",
  on_site: "events.onSite",
  paid: "planning.paidNow",
  free: "events.free",
} as const satisfies Record<(typeof quickPayments)[number], MessageKey>;

/** @param total in minor units; undefined until known */
function usePaymentChoices(total: number | undefined, hasPack: boolean) {
  const { can } = useScope();
  const chosen = useFieldValue("payment");
  const isOnline = usePaymentMethodChoices(total).includes("online");
  const isOne = useFieldValue("kind") === "event";
  const canTakePayment = isOne && can(payments.record) && total !== 0;
  // The chosen method stays while another price is fetched.
  return quickPayments.filter((choice) => {
    if (choice === "pack") return isOne && hasPack;
    if (choice === "link") return canTakePayment && (isOnline || chosen === choice);
    return choice === "paid" ? canTakePayment && (total !== undefined || chosen === choice) : true;
  });
}

/** Says what the pack has left after the booking, or why none pays it. */
function PackNote({ offers }: { offers: readonly PackOffer[] }) {
  const { offerText, nameText } = usePackText();
  const offer = findUsable(offers);
  if (offer)
    return (
      <p className="text-13 tnum">
        {offerText(offer)}
        <span className="block text-xs text-ink-3">{nameText(offer)}</span>
      </p>
    );
  return <RefusedPack offers={offers} />;
}

interface MethodFieldProps {
  /** Minor units. */
  total: number;
  customerId: string;
  knownEmail: string;
}

/** The balance is a method where it covers the price. */
function MethodField({ total, customerId, knownEmail }: MethodFieldProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const set = useSetField();
  const method = useFieldValue("method");
  const wallet = useWallet(customerId || undefined);
  const covers = wallet !== undefined && total > 0 && wallet.amount >= total;
  const isShort = method === "balance" && !covers;
  const payCash = useEffectEvent(() => set("method", "cash"));
  useEffect(() => {
    if (isShort) payCash();
  }, [isShort]);
  return (
    <SelectField
      name="method"
      label={t("payments.method")}
      hideLabel
      hint={knownEmail.includes("@") ? t("payments.receiptGoesTo", { addresses: knownEmail }) : undefined}
      options={[
        ...manualPaymentMethods.map((value) => ({ value, label: t(paymentMethodLabels[value]) })),
        ...(covers
          ? [
              {
                value: "balance",
                label: `${t(paymentMethodLabels.balance)} · ${priceText(wallet.amount, wallet.currency)}`,
              },
            ]
          : []),
      ]}
    />
  );
}

export function PriceFields({ placement: { places, duration: minutes } }: { placement: Placement }) {
  const [t, priceText] = [useTranslation(), usePriceText()];
  const customerId = useFieldText("customer.customerId");
  const knownEmail = useFieldText("customer.email");
  const priceType = useFieldText("priceType");
  const payment = useFieldValue("payment");
  const isFree = payment === "free";
  const people = useFieldValue("people");
  const [place] = places;
  const isOne = useFieldValue("kind") === "event" && places.length === 1;
  const takesCode = isOne && !isFree && payment !== "pack";
  const code = useFieldText("promoCode");
  const codeQuote = useCodeQuote(
    place && {
      ...{ ...place, duration: minutes },
      ...(typeof people === "number" && people > 0 ? { people } : {}),
      ...(priceType === "user" || priceType === "field" ? { priceType } : {}),
      ...(customerId ? { customerId } : {}),
    },
    takesCode ? code : "",
  );
  const { data: quote, error } = codeQuote;
  const refused = quoteRefusalMessage(error);
  const { offers: packOffers } = usePackOffers(
    isOne && place && customerId && quote && quote.total > 0
      ? { ...place, duration: minutes, customerId, ...(typeof people === "number" && people > 0 && { people }) }
      : undefined,
  );
  const pack = findUsable(packOffers)?.pack.id ?? null;
  const choices = usePaymentChoices(quote?.total, pack !== null);
  const set = useSetField();
  const offerPack = useEffectEvent(() => {
    set("packId", pack);
    // A pack was paid ahead, and is used first; without one, the desk is paid as ever.
    if (pack !== null && payment === "on_site") set("payment", "pack");
    if (pack === null && payment === "pack") set("payment", "on_site");
  });
  useEffect(() => offerPack(), [pack]);
  const isFreeAnyway = quote?.total === 0 && (payment === "link" || payment === "paid");
  const paysNothing = useEffectEvent(() => set("payment", "on_site"));
  useEffect(() => {
    if (isFreeAnyway) paysNothing();
  }, [isFreeAnyway]);
  return (
    <div className="grid gap-1.5 rounded-lg bg-sunken px-3 py-2">
      <p className="flex items-baseline justify-between gap-3 text-13" role="status">
        <span className="text-ink-3">
          {t("events.price")}
          {places.length > 1 && ` · ${t("planning.each")}`}
        </span>
        <span className="text-base font-semibold tnum">
          {isFree ? t("events.free") : refused ? "—" : quote ? priceText(quote.total, quote.currency) : "…"}
        </span>
      </p>
      {refused && !isFree && <p className="text-13 text-danger">{refused}</p>}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <SegmentedField
          name="payment"
          label={t("events.paymentStatus")}
          hideLabel
          options={choices.map((value) => ({ value, label: t(paymentChoiceLabels[value]) }))}
        />
        {quote && !refused && !isFree && <PriceExplanation trace={quote.trace} />}
      </div>
      {(payment === "pack" || pack === null) && <PackNote offers={packOffers} />}
      {payment === "paid" && <MethodField total={quote?.total ?? 0} customerId={customerId} knownEmail={knownEmail} />}
      {payment === "link" && (
        <TextField
          name="email"
          type="email"
          label={t("planning.linkTo")}
          hint={knownEmail ? t("payments.linkToHint") : undefined}
          autoComplete="off"
          required={!knownEmail}
          optional={knownEmail !== ""}
        />
      )}
      {takesCode && (
        <Suspense>
          <PromoCodeField quote={codeQuote} />
        </Suspense>
      )}
      {isOne && place && (
        <Suspense>
          <ExtrasField
            place={{
              ...{ ...place, duration: minutes },
              ...(typeof people === "number" && people > 0 && { people }),
              ...(customerId && { customerId }),
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
