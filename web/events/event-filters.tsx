/** Filters of the list of events: one row beside each other, on phones dates and a button that opens the others. */
import { useSearch } from "@tanstack/react-router";
import { CalendarDays, ChevronDown, SlidersHorizontal, X } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { countFilters, SelectFilter, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Popover } from "#web/kit/ui/popover.tsx";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import { type EventFilters, parseEventFilters, relativeDatesLabels, statusLabels, typeLabels } from "./labels.ts";
import { FacilityFilter } from "./place-filters.tsx";

const loadFilterDialog = () => import("./event-filter-dialog.tsx");
const FilterDialog = lazy(async () => ({ default: (await loadFilterDialog()).EventFilterDialog }));

const loadOtherFilters = () => import("./other-filters.tsx");
const OtherFilters = lazy(async () => ({ default: (await loadOtherFilters()).OtherFilters }));

const loadDatesChoice = () => import("./dates-choice.tsx");
const DatesChoice = lazy(async () => ({ default: (await loadDatesChoice()).DatesChoice }));

export const useEventFilters = (): EventFilters => useSearch({ strict: false, select: parseEventFilters });

/** Clears dates before others are set. */
export const noDates = { dates: undefined, date: undefined, from: undefined, to: undefined };
const noPlaces = { facilityId: undefined, fieldId: undefined };
const noPayment = { unpaid: undefined, overdue: undefined, paymentStatus: undefined };
const noFilters = {
  ...noDates,
  ...noPlaces,
  ...noPayment,
  seriesId: undefined,
  customerId: undefined,
  sportId: undefined,
  status: undefined,
  type: undefined,
  mine: undefined,
  pendingReason: undefined,
  kind: undefined,
  stands: undefined,
  attendance: undefined,
  weekday: undefined,
  hour: undefined,
} satisfies Record<keyof EventFilters, undefined>;

export const paymentOptions = ["unpaid", "overdue", "paid", "partially_paid", "refunded", "written_off"] as const;
export type PaymentOption = (typeof paymentOptions)[number];
export const paymentOptionLabels = {
  unpaid: "events.unpaid",
  overdue: "events.overdue",
  paid: "events.paymentPaid",
  partially_paid: "events.paymentPartiallyPaid",
  refunded: "events.paymentRefunded",
  written_off: "events.paymentWrittenOff",
} as const;
export const paymentOptionOf = ({ unpaid, overdue, paymentStatus }: EventFilters): PaymentOption | undefined =>
  overdue ? "overdue" : unpaid ? "unpaid" : paymentOptions.find((option) => option === paymentStatus);
export function paymentFilterOf(option: PaymentOption | undefined) {
  if (option === "unpaid" || option === "overdue") return { ...noPayment, [option]: "true" };
  return { ...noPayment, paymentStatus: option };
}

const hasOtherFilters = ({ pendingReason, kind, stands, attendance, mine, weekday, hour, ...ids }: EventFilters) =>
  [pendingReason, kind, stands, attendance, mine, weekday, hour, ids.fieldId, ids.customerId, ids.seriesId].some(
    (value) => value !== undefined,
  );

interface EventFilterBarProps {
  /** The page is of one facility or field. */
  isWithin: boolean;
  isTeam: boolean;
  children?: ReactNode;
}

export function EventFilterBar({ isWithin, isTeam, children }: EventFilterBarProps) {
  const [t, filters] = [useTranslation(), useEventFilters()];
  const set = useSetFilters();
  const sports = useSportOptions();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);
  return (
    <div className="flex flex-wrap items-center gap-2 [&_:is(input,select,[data-date-input])]:h-8 md:[&_:is(input,select,[data-date-input])]:text-13 pointer-coarse:[&_:is(input,select,[data-date-input])]:h-11">
      <DatesFilter />
      <div className="contents max-xl:hidden">
        {!isWithin && <FacilityFilter value={filters.facilityId} className="w-32" />}
        <SelectFilter
          name="sportId"
          label={t("events.sport")}
          all={t("events.everySport")}
          value={filters.sportId === undefined ? undefined : String(filters.sportId)}
          options={sports.map(({ value, label }) => ({ value: String(value), label }))}
          className="w-29 min-w-0!"
        />
        <SelectFilter
          name="type"
          label={t("events.type")}
          all={t("events.anyType")}
          value={filters.type}
          options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
          className="w-32 min-w-0!"
        />
        {isTeam && (
          <SelectFilter
            name="payment"
            label={t("events.payment")}
            all={t("events.anyPayment")}
            value={paymentOptionOf(filters)}
            options={paymentOptions.map((value) => ({ value, label: t(paymentOptionLabels[value]) }))}
            onChoose={(option) => set(paymentFilterOf(option as PaymentOption | undefined))}
            className="w-35 min-w-0!"
          />
        )}
        <SelectFilter
          name="status"
          label={t("events.status")}
          all={t("events.anyStatus")}
          value={filters.status}
          options={eventStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
          className="w-29 min-w-0!"
        />
      </div>
      <Button aria-haspopup="dialog" className={cx(count > 0 && chosenClass)} onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        <span className="sr-only">{count === 0 ? t("kit.filters") : t("kit.filtersSet", { count })}</span>
        <span aria-hidden className="max-sm:hidden">
          {t("kit.filters")}
        </span>
        {count > 0 && (
          <span
            aria-hidden
            className="grid size-4.5 place-items-center rounded-full bg-accent text-2xs text-on-accent tnum"
          >
            {count}
          </span>
        )}
      </Button>
      {hasOtherFilters(filters) && (
        <LazyPart load={loadOtherFilters}>
          <OtherFilters filters={filters} />
        </LazyPart>
      )}
      {count > 0 && (
        <Button variant="ghost" onClick={() => set({ ...noFilters })} className="max-sm:hidden">
          <X aria-hidden />
          <span className="max-2xl:sr-only">{t("kit.clearFilters")}</span>
        </Button>
      )}
      {/* Beside a facility's tabs there is no room for them in the first line. */}
      {children && (
        <div className={isWithin ? "w-full" : "ml-auto max-sm:w-full sm:min-w-40 sm:flex-1"}>{children}</div>
      )}
      {isOpen && (
        <LazyPart load={loadFilterDialog} onFailed={() => setOpen(false)}>
          <FilterDialog
            isWithin={isWithin}
            isTeam={isTeam}
            onReset={() => set({ ...noFilters })}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </div>
  );
}

export const chosenClass = "border-accent! bg-accent-soft! text-accent-ink!";

function DatesFilter() {
  const t = useTranslation();
  const filters = useEventFilters();
  const [isOpen, setOpen] = useState(false);
  const text = useDatesText(filters);
  const trigger = (
    <Button
      className={cx("tnum", text && chosenClass)}
      aria-label={`${t("events.dates")}: ${text ?? t("events.anyDates")}`}
    >
      <CalendarDays aria-hidden />
      {text ?? t("events.anyDates")}
      <ChevronDown aria-hidden />
    </Button>
  );
  return (
    <Popover wide align="start" open={isOpen} onOpenChange={setOpen} trigger={trigger} label={t("events.dates")}>
      <LazyPart load={loadDatesChoice} onFailed={() => setOpen(false)}>
        <DatesChoice onChoose={() => setOpen(false)} />
      </LazyPart>
    </Popover>
  );
}

/** `Today`, `Nov 20, 2026`, `Nov 20 – 26, 2026`; undefined without dates. */
function useDatesText({ dates, date, from, to }: EventFilters): string | undefined {
  const t = useTranslation();
  // Local dates: no time zone may shift them.
  const { date: text, dateRange } = useDateFormats("UTC");
  if (dates) return t(relativeDatesLabels[dates]);
  if (date) return text(date);
  if (from && to) return dateRange(from, to);
  if (from || to) return [from, to].map((day) => (day ? text(day) : "…")).join(" – ");
  return undefined;
}
