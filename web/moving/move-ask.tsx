/** How a move is to be done: for which dates, at which price, and whether the customer is told. */
import { useId, useState } from "react";
import type { SeriesScope } from "#contract/series.ts";
import { usePriceText } from "#web/availability/quote.tsx";
import { Button } from "#web/kit/button.tsx";
import { CheckBox } from "#web/kit/check-box.tsx";
import { useDates } from "#web/kit/dates.ts";
import { Input } from "#web/kit/input.tsx";
import { useRemembered } from "#web/kit/remembered.ts";
import { isTeam, useScope, useUser } from "#web/kit/scope.ts";
import { Segments } from "#web/kit/tri-state.tsx";
import { useWords } from "#web/kit/words.ts";
import type { Manner, Moves, Question } from "./moving.ts";
import { seriesChangesOf } from "./target.ts";

interface MoveAskProps {
  question: Extract<Question, { kind: "ask" }>;
  moves: Moves;
  frame: string;
}

type Pricing = "reprice" | "keep" | "custom";

export function MoveAsk({ question: { target, before, after, warning }, moves, frame }: MoveAskProps) {
  const t = useWords();
  const { timeRange, date } = useDates(target.timezone);
  const priceText = usePriceText();
  const { id: userId } = useUser();
  const team = isTeam(useScope());
  const [pricing, setPricing] = useState<Pricing>("reprice");
  const [own, setOwn] = useState({ amount: String(before.price / 100), reason: "" });
  const [dates, setDates] = useState<SeriesScope>("this");
  const [quietly, setQuietly] = useRemembered("planning.quietly");
  const { isSameDay } = seriesChangesOf(target, before);
  const changesPrice = before.price !== after.price && dates === "this";
  const tells = Boolean(before.customer?.userId) && before.customer?.userId !== userId;
  const amount = Math.round(Number(own.amount.replace(",", ".")) * 100);
  const isOwn = changesPrice && team && pricing === "custom";
  const isWrong = isOwn && !(own.amount.trim() !== "" && amount >= 0 && amount <= 100_000_000);
  const priced: Manner = isOwn
    ? { price: amount, ...(own.reason.trim() ? { priceReason: own.reason.trim() } : {}) }
    : { pricing: pricing === "keep" ? "keep" : "reprice" };
  const manner: Manner = {
    ...(changesPrice && team ? priced : {}),
    ...(tells ? { notify: quietly === "" } : {}),
    scope: dates,
  };
  const shown = isOwn ? (isWrong ? before.price : amount) : pricing === "keep" ? before.price : after.price;
  return (
    <form
      role="dialog"
      aria-label={t("events.move")}
      className={frame}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void moves.commit(target, before, manner);
      }}
    >
      <p className="text-13">
        <strong className="font-medium">{before.name}</strong> · {target.fieldName},{" "}
        <span className="tnum">
          {!isSameDay && `${date(after.startTime)}, `}
          {timeRange(after.startTime, after.endTime)}
        </span>
        {changesPrice && (
          <span className="ml-2 tnum">
            <del className="text-ink-3">{priceText(before.price, before.currency)}</del>{" "}
            <ins className="font-medium no-underline">{priceText(shown, after.currency)}</ins>
          </span>
        )}
      </p>
      {warning && <p className="text-13 text-danger">{t(warning)}</p>}
      {before.seriesId !== null && team && isSameDay && !target.override && (
        <Segments
          name="planning-dates"
          aria-label={t("series.scope")}
          value={dates}
          onValueChange={setDates}
          options={[
            { value: "this", label: t("series.scopeThis") },
            { value: "following", label: t("series.scopeFollowing") },
            { value: "all", label: t("series.scopeAll") },
          ]}
        />
      )}
      {changesPrice && team && (
        <>
          <Segments
            name="planning-pricing"
            aria-label={t("events.pricing")}
            value={pricing}
            onValueChange={setPricing}
            options={[
              { value: "reprice", label: t("events.pricingAnew") },
              { value: "keep", label: t("events.pricingKeep") },
              { value: "custom", label: t("planning.pricingOwn") },
            ]}
          />
          {pricing === "custom" && (
            <OwnPrice own={own} isWrong={isWrong} currency={before.currency} onChange={setOwn} />
          )}
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {tells && (
          <CheckBox
            label={t("events.notify")}
            checked={quietly === ""}
            onChange={(notify) => setQuietly(notify ? "" : "true")}
            className="mr-auto"
          />
        )}
        <Button className="ml-auto" onClick={moves.giveUp}>
          {t("kit.cancel")}
        </Button>
        <Button type="submit" variant="primary" autoFocus disabled={isWrong}>
          {t("events.move")}
        </Button>
      </div>
    </form>
  );
}

interface OwnPriceProps {
  own: { amount: string; reason: string };
  isWrong: boolean;
  currency: string;
  onChange: (own: OwnPriceProps["own"]) => void;
}

function OwnPrice({ own, isWrong, currency, onChange }: OwnPriceProps) {
  const t = useWords();
  const id = useId();
  return (
    <div className="grid gap-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <label className="grid gap-1 text-xs font-medium text-ink-2" htmlFor={`${id}-amount`}>
        {t("events.priceCustomized")} ({currency === "USD" ? "$" : "€"})
        <Input
          id={`${id}-amount`}
          inputMode="decimal"
          aria-invalid={isWrong}
          value={own.amount}
          onChange={({ target: { value: amount } }) => onChange({ ...own, amount })}
        />
      </label>
      <label className="grid gap-1 text-xs font-medium text-ink-2" htmlFor={`${id}-reason`}>
        {t("events.priceReason")}
        <Input
          id={`${id}-reason`}
          maxLength={300}
          value={own.reason}
          onChange={({ target: { value: reason } }) => onChange({ ...own, reason })}
        />
      </label>
    </div>
  );
}
