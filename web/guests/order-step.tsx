/** The order: price, rule, way of paying, and the button that says what it obliges to. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Info } from "lucide-react";
import { useId, useState } from "react";
import { bookingSources } from "#contract/events.ts";
import { type GuestDesk, type GuestQuote, guests } from "#contract/guests.ts";
import { CancellationRule } from "#web/availability/cancellation-rule.tsx";
import { NoShowTerm } from "#web/availability/no-show-term.tsx";
import { toWallClock } from "#web/availability/slots.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { PromoCodeChoice } from "#web/availability/promo-code-choice.tsx";
import { QuoteLines } from "#web/availability/quote.tsx";
import { ApiError, call, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import type { Choice } from "./choice.ts";
import { placeOf, sendWithTicket } from "./contact-step.tsx";
import { dropGuestSteps, type GuestSession, usableProof } from "./kept-contact.ts";

interface OrderStepProps {
  desk: GuestDesk;
  choice: Choice;
  timezone: string;
  session: GuestSession;
  /** Empty: none. */
  promoCode: string;
  onPromoCode: (code: string) => void;
  onNewTicket: () => Promise<string | undefined>;
  onContactAgain: () => void;
  /** Somebody else has the time. */
  onLost: () => void;
}

const wayLabels = { online: "guests.payOnline", on_site: "guests.payOnSite" } as const;

export function OrderStep(props: OrderStepProps) {
  const t = useTranslation();
  const { desk, choice, timezone, session, promoCode, onPromoCode, onContactAgain } = props;
  const { contact } = session;
  // Undefined where the payment proves the address.
  const [proof] = useState(() => usableProof(session, contact.email, Date.now()));
  const { slug } = desk;
  const [asked, setPeople] = useState(1);
  const people = Math.max(asked, choice.field.minPeople);
  const [wanted, setWanted] = useState<"online" | "on_site">();
  const name = useId();
  const peopleId = useId();
  const [refusedCode, setRefusedCode] = useState<string>();
  const [refusedPeople, setRefusedPeople] = useState<string>();
  const { quote, error, ...coded } = useGuestQuote(slug, placeOf(choice, people), promoCode);
  // Without a proof only a payment holds the time.
  const ways = quote ? (proof === undefined ? quote.payments.filter((way) => way === "online") : quote.payments) : [];
  const way = ways.find((one) => one === wanted) ?? ways[0];
  return (
    <section aria-label={t("guests.summary")} className="grid gap-4">
      <p className="flex items-start justify-between gap-3 text-13">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-medium">{contact.name}</span>
          <span className="text-ink-2">{contact.email}</span>
        </span>
        <Button size="sm" onClick={onContactAgain}>
          {t("guests.changeContact")}
        </Button>
      </p>
      <div className="flex items-center justify-between gap-3 text-13">
        <label htmlFor={peopleId}>{t("events.people")}</label>
        <Input
          id={peopleId}
          type="number"
          inputMode="numeric"
          min={choice.field.minPeople}
          className="w-20 text-right tnum"
          value={people}
          aria-invalid={refusedPeople !== undefined}
          aria-describedby={refusedPeople === undefined ? undefined : `${peopleId}-error`}
          onChange={(event) => {
            setRefusedPeople(undefined);
            setPeople(Math.max(1, Math.min(10_000, Math.trunc(Number(event.target.value)) || 1)));
          }}
        />
      </div>
      {refusedPeople !== undefined && (
        <p id={`${peopleId}-error`} role="alert" className="text-right text-13 text-rose-fg">
          {refusedPeople}
        </p>
      )}
      {quote ? (
        <div className="border-t border-dashed border-line-strong pt-3.5">
          <QuoteLines quote={quote} />
        </div>
      ) : (
        !error && <Skeleton className="h-11 w-full" />
      )}
      <PromoCodeChoice
        quote={{ data: quote, ...coded }}
        code={promoCode}
        onChange={(code) => {
          setRefusedCode(undefined);
          onPromoCode(code);
        }}
        error={refusedCode}
      />
      {choice.field.approval === "manual" && (
        <p className="flex gap-2 text-13 text-ink-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <Info aria-hidden />
          {t("availability.asksApproval")}
        </p>
      )}
      <CancellationRule
        startTime={choice.start.startTime}
        timezone={timezone}
        conditions={quote?.cancellation}
        isPaid={way === "online"}
      />
      <NoShowTerm fee={quote?.noShowFee} currency={quote?.currency} />
      {ways.length > 1 && (
        <SegmentedControl
          name={name}
          wide
          aria-label={t("availability.way")}
          options={ways.map((value) => ({ value, label: t(wayLabels[value]) }))}
          value={way}
          onValueChange={setWanted}
        />
      )}
      {error && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {error instanceof ApiError ? firstErrorMessage(error) : error.message}
        </p>
      )}
      {quote &&
        (quote.needsCode && proof === undefined && promoCode !== "" ? (
          <ProveFirst onContactAgain={onContactAgain} />
        ) : (
          <OrderButton
            // A refusal was of what was asked for before.
            key={`${people} ${way} ${promoCode}`}
            {...props}
            {...{ people, quote, way, proof }}
            onCodeRefused={setRefusedCode}
            onPeopleRefused={setRefusedPeople}
          />
        ))}
      <p className="text-xs text-ink-3">
        {t("guests.withdrawal")}{" "}
        <Link to="/legal/terms" className="underline hover:text-ink">
          {t("general.terms")}
        </Link>
        {", "}
        <Link to="/legal/privacy" className="underline hover:text-ink">
          {t("general.privacy")}
        </Link>
      </p>
    </section>
  );
}

/** The price without a code, too: where the code cannot be asked for, the booking still can. */
function useGuestQuote(slug: string, body: ReturnType<typeof placeOf>, promoCode: string) {
  const plain = useQuery({
    ...endpointQuery(guests.quote, { params: { slug }, body }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const coded = useQuery({
    ...endpointQuery(guests.quote, { params: { slug }, body: { ...body, promoCode } }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: promoCode !== "",
  });
  const found = promoCode === "" || coded.isPlaceholderData ? undefined : coded.data?.data;
  return {
    quote: found ?? plain.data?.data,
    error: plain.error,
    codeError: promoCode === "" ? null : coded.error,
    isCodePending: promoCode !== "" && coded.isFetching,
  };
}

/** The code is counted by customer: a guest is known by a proved address. */
function ProveFirst({ onContactAgain }: Pick<OrderStepProps, "onContactAgain">) {
  const t = useTranslation();
  return (
    <>
      <p role="status" className="rounded-md bg-amber-bg px-3 py-2.5 text-13 text-amber-fg">
        {t("guests.proveForCode")}
      </p>
      <Button variant="primary" size="lg" onClick={onContactAgain}>
        {t("guests.proveAddress")}
      </Button>
    </>
  );
}

interface OrderButtonProps extends OrderStepProps {
  onCodeRefused: (refusal: string) => void;
  onPeopleRefused: (refusal: string) => void;
  proof: string | undefined;
  people: number;
  quote: GuestQuote;
  way: "online" | "on_site" | undefined;
}

/** Whether the refusal has another reason than that somebody was faster. */
async function isStillFree(slug: string, { start, field }: Choice, timezone: string): Promise<boolean> {
  const query = { ...toWallClock(start.startTime, timezone), duration: start.duration };
  const { data } = await call(guests.slots, { params: { slug }, query }, { quiet: true });
  const same = data.near.find((one) => one.startTime === start.startTime);
  return same?.fields.some(({ id }) => id === field.id) ?? false;
}

/** Equal orders have one key, so that two presses book once. */
const idempotencyKeyOf = createIdempotencyKeys();

function OrderButton(props: OrderButtonProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const navigate = useNavigate();
  const via = useSearch({ strict: false, select: (search: { via?: string }) => search.via });
  const sport = useSearch({ strict: false, select: (search: { sport?: string }) => search.sport });
  const cache = useQueryClient();
  const { desk, choice, timezone, session, proof, people, quote, way } = props;
  const { promoCode, onNewTicket, onContactAgain, onLost, onCodeRefused, onPeopleRefused } = props;
  const { contact } = session;
  const [isBooking, setBooking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const source = bookingSources.find((one) => one === via);
  const { slug, ticket } = desk;
  const order = {
    ...{ ...placeOf(choice, people, quote.promo?.refusal === null ? promoCode : ""), contact },
    ...(proof !== undefined && { proof }),
    ...(way && { payment: way }),
    ...(sport && /^\d{1,6}$/.test(sport) && { sportId: Number(sport) }),
  };
  const send = (given: string | undefined) =>
    call(
      guests.book,
      {
        ...{ params: { slug }, query: source ? { source } : {}, idempotencyKey: idempotencyKeyOf(order) },
        body: { ...order, ...(given !== undefined && { ticket: given }) },
      },
      { quiet: true },
    );
  const goOn = async ({ secret, isHeld }: { secret: string; isHeld: boolean }) => {
    dropGuestSteps(slug);
    // Going back from the payment page leads to the booking, which can be paid there.
    await navigate({ to: `/b/${secret}`, replace: true });
    if (!isHeld) return;
    const { data } = await call(guests.checkout, { params: { secret }, body: {} }, { quiet: "outcome" });
    location.assign(data.url);
  };
  const submit = async () => {
    setBooking(true);
    setFailure(undefined);
    try {
      const { data } = proof === undefined ? await sendWithTicket(ticket, onNewTicket, send) : await send(undefined);
      await goOn(data);
    } catch (refusal) {
      const error = refusal instanceof ApiError ? refusal : undefined;
      if (error?.status === 409 && !(await isStillFree(slug, choice, timezone).catch(() => true))) {
        setBooking(false);
        return onLost();
      }
      if (error?.errors?.["proof"] !== undefined) {
        // Whether a code is needed has changed meanwhile.
        await cache.invalidateQueries({ queryKey: [guests.quote.name], refetchType: "all" });
        return onContactAgain();
      }
      const ofCode = error?.errors?.["promoCode"];
      const ofPeople = error?.errors?.["people"];
      if (ofCode) onCodeRefused(ofCode.join(" "));
      else if (ofPeople) onPeopleRefused(ofPeople.join(" "));
      else setFailure(error ? firstErrorMessage(error) : t("kit.wrong"));
      setBooking(false);
    }
    return undefined;
  };
  const price = priceText(quote.total, quote.currency);
  const label =
    quote.total === 0
      ? t("events.book")
      : t(way === "online" ? "bookings.bookAndPay" : "bookings.bookOnSite", { price });
  return (
    <>
      {failure && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure}
        </p>
      )}
      {quote.total > 0 && !way ? (
        <p role="status" className="rounded-md bg-amber-bg px-3 py-2.5 text-13 text-amber-fg">
          {t("guests.noWayToPay")}
        </p>
      ) : (
        <Button
          variant="primary"
          className="h-12! w-full rounded-lg! text-sm! whitespace-normal!"
          pending={isBooking}
          onClick={() => void submit()}
        >
          {label}
        </Button>
      )}
    </>
  );
}
