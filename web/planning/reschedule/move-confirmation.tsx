/** Asks before a booking is moved: price, notification, reason. */
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { storageKeys } from "#contract/personal-data.ts";
import { useId, useState } from "react";
import type { SeriesScope } from "#contract/series.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { Input } from "#web/kit/ui/input.tsx";
import { useLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { isTeamMember, useScope, useUser } from "#web/kit/data/scope.ts";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MoveOptions, Moves, MoveQuestion } from "./use-moves.ts";
import { seriesChangesForMove } from "./move-target.ts";

interface MoveConfirmationProps {
  question: Extract<MoveQuestion, { kind: "ask" }>;
  moves: Moves;
  frame: string;
}

type PricingChoice = "reprice" | "keep" | "custom";

export function MoveConfirmation({
  question: { target, before, after, warning },
  moves,
  frame,
}: MoveConfirmationProps) {
  const t = useTranslation();
  const { timeRange, date } = useDateFormats(target.timezone);
  const priceText = usePriceText();
  const { id: userId } = useUser();
  const team = isTeamMember(useScope());
  const [pricing, setPricing] = useState<PricingChoice>("reprice");
  const [own, setOwn] = useState({ amount: String(before.price / 100), reason: "" });
  const [dates, setDates] = useState<SeriesScope>("this");
  const [quietly, setQuietly] = useLocalStorage(storageKeys.planningQuietly);
  const { isSameDay } = seriesChangesForMove(target, before);
  const changesPrice = before.price !== after.price && dates === "this";
  const tells = Boolean(before.customer?.userId) && before.customer?.userId !== userId;
  const amount = Math.round(Number(own.amount.replace(",", ".")) * 100);
  const isOwn = changesPrice && team && pricing === "custom";
  const isWrong = isOwn && !(own.amount.trim() !== "" && amount >= 0 && amount <= 100_000_000);
  const priced: MoveOptions = isOwn
    ? { price: amount, ...(own.reason.trim() ? { priceReason: own.reason.trim() } : {}) }
    : { pricing: pricing === "keep" ? "keep" : "reprice" };
  const manner: MoveOptions = {
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
        <SegmentedControl
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
          <SegmentedControl
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
            <MovePriceFields own={own} isWrong={isWrong} currency={before.currency} onChange={setOwn} />
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
        <Button className="ml-auto" onClick={moves.cancel}>
          {t("kit.cancel")}
        </Button>
        <Button type="submit" variant="primary" autoFocus disabled={isWrong}>
          {t("events.move")}
        </Button>
      </div>
    </form>
  );
}

interface MovePriceFieldsProps {
  own: { amount: string; reason: string };
  isWrong: boolean;
  currency: string;
  onChange: (own: MovePriceFieldsProps["own"]) => void;
}

function MovePriceFields({ own, isWrong, currency, onChange }: MovePriceFieldsProps) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <label className="grid gap-1 text-xs font-medium text-ink-2" htmlFor={`${id}-amount`}>
        {t("events.priceCustomized")} ({useCurrencySymbol(currency)})
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
