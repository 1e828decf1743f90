/** Price and payment methods of a selected slot, online or on site. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { ChosenSlotValue } from "./chosen-slot.tsx";
import { type ExtraPlace, ExtrasField } from "./extras-choice.tsx";
import { findUsable, PackChoice, usePackOffers } from "./pack-choice.tsx";
import { usePriceText } from "./price-text.ts";
import { PromoCodeField } from "./promo-code-choice.tsx";
import { type CodeQuote, quoteRefusalMessage, useCodeQuote, PriceExplanation } from "./quote.tsx";

/** `online` redirects to a provider's page. */
export type PaymentChoice = "online" | "bank_transfer" | "on_site" | "on_account";

export const paymentChoiceLabels = {
  online: "availability.wayOnline",
  bank_transfer: "availability.wayTransfer",
  on_site: "availability.wayOnSite",
  on_account: "availability.wayOnAccount",
} as const satisfies Record<PaymentChoice, MessageKey>;
const choiceNotes = {
  online: "availability.payOnline",
  bank_transfer: "availability.payTransfer",
  on_site: "availability.payOnSite",
  on_account: "availability.payOnAccount",
} as const satisfies Record<PaymentChoice, MessageKey>;

const hour = 3_600_000;

const useMethodsQuery = () => {
  const { organizationId } = useScope();
  return useQuery(endpointQuery(payments.methods, { params: { organizationId } }, { quiet: true }));
};

/** Whether the payment methods are still unknown: nothing can be said of how a booking is paid. */
export const useIsMethodsPending = (): boolean => useMethodsQuery().isPending;

/**
 * Payment methods for an amount. Empty if it is free or still unknown.
 * @param total minor units
 * @param startTime of the booking, because some payment methods need lead time
 */
export function usePaymentMethodChoices(total: number | undefined, startTime?: string): PaymentChoice[] {
  const { data } = useMethodsQuery();
  const [now] = useState(() => Date.now());
  const methods = data?.data;
  if (!methods || !total) return [];
  if (methods.onAccount) return ["on_account"];
  const leadTime = startTime ? Date.parse(startTime) - now : Infinity;
  const open = methods.providers.filter(
    ({ minAmount, minLeadHours }) => total >= minAmount && leadTime >= minLeadHours * hour,
  );
  return [
    ...new Set(open.map(({ name }) => (name === "bank_transfer" ? name : ("online" as const)))),
    ...(methods.onSite ? (["on_site"] as const) : []),
  ];
}

export function usePaymentChoice(choices: readonly PaymentChoice[]): PaymentChoice | undefined {
  const chosen = useFieldValue("payment");
  return choices.find((choice) => choice === chosen) ?? choices[0];
}

function ChoosePayment({ choices }: { choices: readonly PaymentChoice[] }) {
  const t = useTranslation();
  const set = useSetField();
  const choice = usePaymentChoice(choices);
  return (
    <SegmentedControl
      name={useId()}
      aria-label={t("availability.way")}
      options={choices.map((value) => ({ value, label: t(paymentChoiceLabels[value]) }))}
      value={choice}
      // Online is the default, so it is stored as null. If online payment closes meanwhile, no invalid choice remains.
      onValueChange={(next) => set("payment", next === "online" ? null : next)}
    />
  );
}

/** With the code of the form. */
export function useSlotQuote(chosen: ChosenSlotValue | undefined): CodeQuote {
  const promoCode = useFieldText("promoCode");
  const code = useFieldText("packId") ? "" : promoCode;
  const people = useFieldValue("people");
  const priceType = useFieldText("priceType");
  return useCodeQuote(
    chosen && {
      fieldId: chosen.field.id,
      startTime: chosen.startTime,
      duration: chosen.duration,
      people: typeof people === "number" && people > 0 ? people : chosen.field.minPeopleByEvent,
      ...(priceType === "user" || priceType === "field" ? { priceType } : {}),
    },
    code,
  );
}

/** Packs of one's own for the chosen slot. @param total minor units */
function useOwnPackOffers(chosen: ChosenSlotValue | undefined, total: number | undefined) {
  const people = useFieldValue("people");
  const sportId = useFieldValue("sportId");
  return usePackOffers(
    chosen !== undefined && total !== undefined && total > 0
      ? {
          ...{ fieldId: chosen.field.id, startTime: chosen.startTime, duration: chosen.duration },
          people: typeof people === "number" && people > 0 ? people : chosen.field.minPeopleByEvent,
          ...(typeof sportId === "number" && { sportId }),
        }
      : undefined,
  );
}

/** Whether price, payment methods or packs are still unknown: nothing can be said of how the slot is paid. */
export function useIsPaymentPending(chosen: ChosenSlotValue | undefined): boolean {
  const isMethodsPending = useIsMethodsPending();
  const { data, isLoading } = useSlotQuote(chosen);
  const packs = useOwnPackOffers(chosen, data?.total);
  return isMethodsPending || isLoading || packs.isLoading;
}

/** Offers a pack of one's own, and keeps the choice in the form as `packId`. @param total minor units */
function usePackOfForm(chosen: ChosenSlotValue, total: number | undefined) {
  const set = useSetField();
  const [isWanted, onChoose] = useState(true);
  const { offers } = useOwnPackOffers(chosen, total);
  const packId = isWanted ? (findUsable(offers)?.pack.id ?? null) : null;
  useEffect(() => set("packId", packId), [set, packId]);
  return { offers, isChosen: packId !== null, onChoose };
}

function useExtraPlace(chosen: ChosenSlotValue): ExtraPlace {
  const people = useFieldValue("people");
  const sportId = useFieldValue("sportId");
  return {
    ...{ fieldId: chosen.field.id, startTime: chosen.startTime, duration: chosen.duration },
    people: typeof people === "number" && people > 0 ? people : chosen.field.minPeopleByEvent,
    ...(typeof sportId === "number" && { sportId }),
  };
}

export function SlotPrice({ chosen }: { chosen: ChosenSlotValue }) {
  const t = useTranslation();
  const priceText = usePriceText();
  const slotQuote = useSlotQuote(chosen);
  const { data: quote, error } = slotQuote;
  const extraPlace = useExtraPlace(chosen);
  const pack = usePackOfForm(chosen, quote?.total);
  const choices = usePaymentMethodChoices(pack.isChosen ? undefined : quote?.total, chosen.startTime);
  if (error) return <p className="text-13 text-danger">{quoteRefusalMessage(error) ?? error.message}</p>;
  if (!quote) return <p className="text-13 text-ink-3">{t("kit.loading")}</p>;
  const notes = [
    ...(chosen.field.approval === "manual" ? [t("availability.asksApproval")] : []),
    ...(choices.length === 1 ? [t(choiceNotes[choices[0] ?? "online"])] : []),
  ];
  const [line] = quote.lines;
  return (
    <div className="grid gap-1.5">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-xs text-ink-3">{notes.join(" · ")}</span>
        <span className="text-lg font-semibold whitespace-nowrap tnum">
          {line && line.quantity > 1 && (
            <span className="text-xs font-normal text-ink-3">
              {line.quantity} × {priceText(line.unitPrice, quote.currency)} ={" "}
            </span>
          )}
          {priceText(quote.total, quote.currency)}
        </span>
      </p>
      <PackChoice {...pack} />
      {!pack.isChosen && <PromoCodeField quote={slotQuote} />}
      <ExtrasField place={extraPlace} />
      {choices.length > 1 && <ChoosePayment choices={choices} />}
      <PriceExplanation trace={quote.trace} />
    </div>
  );
}
