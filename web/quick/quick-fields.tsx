/** The fields of a quick booking, inside its form. */
import { useEffect, useEffectEvent, useRef } from "react";
import { payments, recordedMethods } from "#contract/payments.ts";
import type { PlanningField } from "#contract/planning.ts";
import { refusedQuote, usePriceText, useQuote, WhyThisPrice } from "#web/availability/quote.tsx";
import { useWays } from "#web/availability/slot-price.tsx";
import type { Start } from "#web/availability/slots.ts";
import { PlanChips } from "#web/availability/when-fields.tsx";
import { methodLabels } from "#web/events/labels.ts";
import { SegmentsField, SelectField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";
import { type Begun, quickPayments } from "./quick-draft.ts";

interface WhenProps {
  one: Begun;
  fields: readonly PlanningField[];
}

/** Where and when; of several places only the time is changed, for all of them. */
export function When({ one: { places, duration }, fields }: WhenProps) {
  const t = useWords();
  const [first, second] = places;
  const field = fields.find(({ id }) => id === first?.fieldId);
  const { longDate, timeRange, date } = useDates(field?.timezone);
  if (!first || !field) return null;
  const end = Date.parse(first.startTime) + duration * 60_000;
  const nameOf = (fieldId: string) => fields.find(({ id }) => id === fieldId)?.name;
  const named = [...new Set(places.map(({ fieldId }) => nameOf(fieldId)))].join(", ");
  const days = [...new Set(places.map(({ startTime }) => date(startTime)))];
  const open = fields.filter(({ status }) => status !== "closed");
  const several = new Set(open.map(({ facilityId }) => facilityId)).size > 1;
  return (
    <div className="grid gap-2">
      <p className="text-13 text-ink-2 tnum">
        {second && <strong className="font-medium text-ink">{named} · </strong>}
        <span className="first-letter:uppercase">
          {days.length > 1 ? `${days[0]} – ${days.at(-1)}` : longDate(first.startTime)}
        </span>
        , {timeRange(first.startTime, end)}
      </p>
      {second ? (
        <div className="grid grid-cols-2 gap-2">
          <TextField name="startTime" type="time" label={t("events.startTime")} hideLabel required />
          <HowMany />
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <TextField name="date" type="date" label={t("events.date")} hideLabel required />
          <TextField name="startTime" type="time" label={t("events.startTime")} hideLabel required />
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
          <HowMany />
        </div>
      )}
    </div>
  );
}

/** Of people, or of minutes where nobody comes. */
function HowMany() {
  const t = useWords();
  if (useFieldValue("kind") === "block") return <Minutes />;
  const people = t("events.people");
  return <TextField name="people" type="number" min={1} label={people} placeholder={people} hideLabel />;
}

function Minutes() {
  const t = useWords();
  const label = t("events.durationMinutes");
  return <TextField name="duration" type="number" min={5} max={1440} suffix="min" label={label} hideLabel required />;
}

/** What is on offer at this start, each with its price. */
export function Plans({ one: { isDrawn, places }, start }: { one: Begun; start: Start | undefined }) {
  const set = useSetField();
  const [duration, priceType] = [useFieldValue("duration"), useFieldValue("priceType")];
  const options = start?.options ?? [];
  const own = options.find((option) => option.duration === duration);
  const meant = isDrawn ? own : (own ?? options[0]);
  const wanted = useRef(true);
  useEffect(() => {
    // Who only clicked a start means what is sold there, not the grid's step; who drew a length means its plan.
    if (!wanted.current || !meant) return;
    wanted.current = false;
    set("duration", meant.duration);
    set("priceType", meant.priceType);
  }, [meant, set]);
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
      {(options.length === 0 || !isOffered || places.length > 1) && <Minutes />}
    </div>
  );
}

const wayLabels = {
  link: "planning.payLink",
  on_site: "events.onSite",
  paid: "planning.paidNow",
  free: "events.free",
} as const satisfies Record<(typeof quickPayments)[number], WordKey>;

/** How it can be paid. @param total what one of them costs, in minor units, once that is known */
function usePayments(total: number | undefined) {
  const { can } = useScope();
  const chosen = useFieldValue("payment");
  const isOnline = useWays(total).includes("online");
  const isOne = useFieldValue("kind") === "event";
  const mayTake = isOne && can(payments.record) && total !== 0;
  // What is chosen stays in sight while another price is asked for.
  return quickPayments.filter((way) => {
    if (way === "link") return mayTake && (isOnline || chosen === way);
    return way === "paid" ? mayTake && (total !== undefined || chosen === way) : true;
  });
}

/** What it costs as it is filled in, and why; and how it is paid. */
export function Price({ one: { places, duration: drawn } }: { one: Begun }) {
  const [t, priceText] = [useWords(), usePriceText()];
  const userId = useFieldText("customer.userId");
  const priceType = useFieldText("priceType");
  const payment = useFieldValue("payment");
  const isFree = payment === "free";
  const [duration, people] = [useFieldValue("duration"), useFieldValue("people")];
  const minutes = typeof duration === "number" && duration >= 5 ? duration : drawn;
  const [place] = places;
  const { data, error } = useQuote(
    place && {
      ...{ ...place, duration: minutes },
      ...(typeof people === "number" && people > 0 ? { people } : {}),
      ...(priceType === "user" || priceType === "field" ? { priceType } : {}),
      ...(userId ? { userId } : {}),
    },
  );
  const quote = data?.data;
  const refused = refusedQuote(error);
  const ways = usePayments(quote?.total);
  const set = useSetField();
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
          {isFree ? t("events.free") : refused ? "–" : quote ? priceText(quote.total, quote.currency) : "…"}
        </span>
      </p>
      {refused && !isFree && <p className="text-13 text-danger">{refused}</p>}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <SegmentsField
          name="payment"
          label={t("events.paymentStatus")}
          hideLabel
          options={ways.map((value) => ({ value, label: t(wayLabels[value]) }))}
        />
        {quote && !refused && !isFree && <WhyThisPrice trace={quote.trace} />}
      </div>
      {payment === "paid" && (
        <SelectField
          name="method"
          label={t("payments.method")}
          hideLabel
          options={recordedMethods.map((value) => ({ value, label: t(methodLabels[value]) }))}
        />
      )}
      {payment === "link" && (
        <TextField
          name="email"
          type="email"
          label={t("payments.linkTo")}
          hint={userId ? t("payments.linkToHint") : undefined}
          autoComplete="off"
          required={!userId}
          optional={userId !== ""}
        />
      )}
    </div>
  );
}
