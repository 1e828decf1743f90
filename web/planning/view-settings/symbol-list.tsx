/** Meanings of the symbols on events and beside the names of fields (legend). */
import { Home, Lightbulb, Lock, MessageSquareText, Repeat, Sun, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { paymentStatusLabels, statusLabels } from "#web/events/labels.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { onSiteSign, paymentSigns } from "#web/planning/grid/event-colors.ts";

export function SymbolList() {
  const t = useTranslation();
  const { due, partially_paid, paid, refunded } = paymentSigns;
  const ofEvents: [symbol: ReactNode, meaning: string][] = [
    [<Hatched key="pending" />, t(statusLabels.pending)],
    [paid, t(paymentStatusLabels.paid)],
    [partially_paid, t(paymentStatusLabels.partially_paid)],
    [due, t(paymentStatusLabels.due)],
    [onSiteSign, t("planning.symbolOnSite")],
    [refunded, t(paymentStatusLabels.refunded)],
    ["2/4", t("planning.symbolPeople")],
    [<Repeat key="series" />, t("planning.symbolSeries")],
    [<Lock key="private" />, t("planning.symbolPrivate")],
    [<MessageSquareText key="notes" />, t("planning.symbolNotes")],
    [<Wrench key="block" />, t("events.kindBlock")],
    [<FirstDot key="first" />, t("planning.firstBooking")],
  ];
  const ofFields: [symbol: ReactNode, meaning: string][] = [
    [<Home key="indoor" />, t("planning.indoor")],
    [<Sun key="outdoor" />, t("planning.outdoor")],
    [<Lightbulb key="lights" />, t("planning.lights")],
    ["39 %", t("planning.symbolOccupancy")],
  ];
  return (
    <div className="grid gap-3 text-13">
      <SymbolGroup title={t("events.title")} symbols={ofEvents} />
      <SymbolGroup title={t("planning.fieldsTitle")} symbols={ofFields} />
    </div>
  );
}

interface SymbolGroupProps {
  title: string;
  symbols: readonly [symbol: ReactNode, meaning: string][];
}

const SymbolGroup = ({ title, symbols }: SymbolGroupProps) => (
  <section className="grid gap-1.5">
    <h3 className="text-xs font-medium text-ink-3">{title}</h3>
    <dl className="grid gap-1.5">
      {symbols.map(([symbol, meaning]) => (
        <div key={meaning} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-2">
          <dt className="grid justify-items-center text-xs text-ink-2 tnum [&_svg]:size-3.5">{symbol}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Hatched = () => (
  <span
    aria-hidden
    className="h-3.5 w-5 rounded-sm border border-dashed border-ink-3 bg-[repeating-linear-gradient(135deg,var(--color-line-strong)_0_1px,transparent_1px_5px)]"
  />
);
const FirstDot = () => <span aria-hidden className="size-1.5 rounded-full bg-amber-dot" />;
