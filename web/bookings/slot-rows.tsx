/** Free starts, nearest first, then what is closest to the wishes: a press opens one. */
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Slots, SlotProposal, SlotStart } from "#contract/availability.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import type { FinderSearch } from "./finder-search.ts";

interface SlotRowsProps {
  slots: Slots;
  /** Number of people that the prices are for; undefined if nobody said. */
  people: number | undefined;
  chosen: SlotStart | undefined;
  search: FinderSearch;
  /** Beside the list there is room for the chosen start. */
  isWide: boolean;
}

export function SlotRows(props: SlotRowsProps) {
  const t = useTranslation();
  const { slots } = props;
  const { time } = useDateFormats("UTC");
  const isNothingNear = slots.near.length === 0;
  const asked = time(`1970-01-01T${slots.asked.time}:00Z`);
  return (
    <Card>
      {isNothingNear ? (
        <h2 className="border-b border-line bg-sunken px-4 py-2.5 text-13 font-medium">
          {t("bookings.nothingNear", { time: asked })}
        </h2>
      ) : (
        <Rows {...props} starts={slots.near} label={t("search.free")} />
      )}
      {slots.instead.length > 0 && (
        <>
          {!isNothingNear && (
            <h2 className="border-y border-line bg-sunken px-4 py-1.75 text-xs text-ink-3">
              {t("bookings.alsoPossible")}
            </h2>
          )}
          <Rows {...props} starts={slots.instead} label={t("bookings.alsoPossible")} />
        </>
      )}
    </Card>
  );
}

const isProposal = (start: SlotStart | SlotProposal): start is SlotProposal => "why" in start;
const isSameStart = (one: SlotStart, other: SlotStart | undefined): boolean =>
  one.startTime === other?.startTime && one.duration === other.duration;

function Rows({
  slots,
  people,
  chosen,
  search,
  isWide,
  starts,
  label,
}: SlotRowsProps & { starts: readonly (SlotStart | SlotProposal)[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {starts.map((start) => (
        <li key={`${start.startTime} ${start.duration}`}>
          <Link
            to="."
            search={{ ...search, start: start.startTime, length: String(start.duration), field: undefined } as never}
            // The sheet of a phone is closed by going back.
            {...(isWide ? { replace: true } : { state: { isSheet: true } as never })}
            resetScroll={false}
            aria-current={isWide && isSameStart(start, chosen) ? "true" : undefined}
            className={cx(
              "grid grid-cols-[auto_minmax(0,1fr)_auto_1rem] items-center gap-x-3.5 px-4 py-2.75 outline-none hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring",
              isSameStart(start, chosen ?? slots.near[0]) && "bg-accent-soft hover:bg-accent-soft",
            )}
          >
            <SlotRow start={start} slots={slots} people={people} />
            <ChevronRight className="size-4 text-ink-3" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SlotRow({
  start,
  slots,
  people,
}: { start: SlotStart | SlotProposal } & Pick<SlotRowsProps, "slots" | "people">) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { time } = useDateFormats(slots.timezone);
  const { price, free, fields } = start;
  const [best] = fields;
  const isPerPerson = fields.some(({ priceType }) => priceType === "user");
  const from = priceText(price.from, slots.currency);
  const spaces = new Set(fields.map(({ space }) => space));
  const space = spaces.size === 1 && best?.space ? t(`bookings.${best.space}`) : undefined;
  const note = isProposal(start)
    ? undefined
    : isPerPerson && people === undefined && price.from > 0
      ? t("bookings.perPerson")
      : people !== undefined && people > 1 && price.from > 0
        ? t("bookings.each", { price: priceText(Math.round(price.from / people), slots.currency) })
        : undefined;
  return (
    <>
      <span className="min-w-13 text-[1.0625rem]/5.5 font-semibold tracking-tight tnum">{time(start.startTime)}</span>
      <span className="min-w-0 text-13 text-ink-2">
        <span className="block truncate tnum">{t("bookings.until", { time: time(start.endTime) })}</span>
        <span className="block truncate">
          {space === undefined
            ? free === 1
              ? t("bookings.lastField")
              : t("bookings.freeFields", { count: free })
            : free === 1
              ? t("bookings.lastFieldIn", { space })
              : t("bookings.freeFieldsIn", { count: free, space })}
        </span>
      </span>
      <span className="text-right tnum">
        <span className="block font-semibold">
          {price.from === price.to ? from : t("bookings.from", { price: from })}
        </span>
        <Note>{isProposal(start) ? <Reason proposal={start} timezone={slots.timezone} /> : note}</Note>
      </span>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs text-ink-3 empty:hidden">{children}</span>
);

/** Why a start is proposed that was not asked for. */
function Reason({
  proposal: { why, duration, startTime, fields },
  timezone,
}: {
  proposal: SlotProposal;
  timezone: string;
}) {
  const t = useTranslation();
  const { day, duration: durationText } = useDateFormats(timezone);
  const [best] = fields;
  const texts = {
    duration: () => durationText(duration),
    space: () => t(best?.space === "outdoor" ? "bookings.outdoor" : "bookings.indoor"),
    day: () => day(startTime),
    facility: () => best?.facility.name ?? "",
    cheaper: () => t("search.cheaper"),
    later: () => t("search.nextFree"),
  } satisfies Record<SlotProposal["why"], () => string>;
  return texts[why]();
}
