/** What a chosen slot costs, and how it is paid: online, on site, or as whoever books chooses. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { useScope } from "#web/kit/scope.ts";
import { Segments } from "#web/kit/tri-state.tsx";
import { useWords } from "#web/kit/words.ts";
import type { Chosen } from "./chosen-slot.tsx";
import { refusedQuote, usePriceText, useQuote, WhyThisPrice } from "./quote.tsx";

type Way = "online" | "on_site";

const wayLabels = { online: "availability.wayOnline", on_site: "availability.wayOnSite" } as const;
const wayNotes = { online: "availability.payOnline", on_site: "availability.payOnSite" } as const;

/** The ways that are open for so much; none for what is free, or where nobody knows yet. @param total minor units */
export function useWays(total: number | undefined): Way[] {
  const { organizationId } = useScope();
  const { data } = useQuery(read(payments.ways, { params: { organizationId } }, { quiet: true }));
  const ways = data?.data;
  if (!ways || !total) return [];
  return [
    ...(ways.online && total >= ways.least ? (["online"] as const) : []),
    ...(ways.onSite ? (["on_site"] as const) : []),
  ];
}

/** The one that the form around stands on: online, where that is open and nothing else is said. */
export function useWay(ways: readonly Way[]): Way | undefined {
  const chosen = useFieldValue("payment");
  return ways.find((way) => way === chosen) ?? ways[0];
}

function WayChoice({ ways }: { ways: readonly Way[] }) {
  const t = useWords();
  const set = useSetField();
  const way = useWay(ways);
  return (
    <Segments
      name={useId()}
      aria-label={t("availability.way")}
      options={ways.map((value) => ({ value, label: t(wayLabels[value]) }))}
      value={way}
      // Online is what is meant where nothing is said; where it closes meanwhile, no choice stands in the way.
      onValueChange={(next) => set("payment", next === "online" ? null : next)}
    />
  );
}

/** The price of the slot, for so many people as the form says. */
export function useSlotQuote(chosen: Chosen | undefined) {
  const people = useFieldValue("people");
  const priceType = useFieldText("priceType");
  return useQuote(
    chosen && {
      fieldId: chosen.field.id,
      startTime: chosen.startTime,
      duration: chosen.duration,
      people: typeof people === "number" && people > 0 ? people : chosen.field.minPeopleByEvent,
      ...(priceType === "user" || priceType === "field" ? { priceType } : {}),
    },
  );
}

/** What the slot costs, why, and how it is paid. */
export function SlotPrice({ chosen }: { chosen: Chosen }) {
  const t = useWords();
  const priceText = usePriceText();
  const { data, error } = useSlotQuote(chosen);
  const quote = data?.data;
  const ways = useWays(quote?.total);
  if (error) return <p className="text-13 text-danger">{refusedQuote(error) ?? error.message}</p>;
  if (!quote) return <p className="text-13 text-ink-3">{t("kit.loading")}</p>;
  const notes = [
    ...(chosen.field.approval === "manual" ? [t("availability.asksApproval")] : []),
    ...(ways.length === 1 ? [t(wayNotes[ways[0] ?? "online"])] : []),
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
      {ways.length > 1 && <WayChoice ways={ways} />}
      <WhyThisPrice trace={quote.trace} />
    </div>
  );
}
