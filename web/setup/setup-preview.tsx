/** Preview of the answers: courts, the week by price, and how many hours can be booked. */
import { CalendarCheck, MapPin } from "lucide-react";
import { useState } from "react";
import { countries, type CountryId } from "#contract/general-countries-rules.ts";
import { minutesSinceMidnight, slotLength } from "#contract/hours-week-rules.ts";
import { emptyToNull } from "#contract/kit.ts";
import { SETUP_DURATIONS } from "#contract/setup.ts";
import {
  countOpenMinutes,
  listCourtNames,
  listSetupTimeslots,
  listSetupWeek,
  priceOfSport,
  type SetupTimeslot,
} from "#contract/setup-rules.ts";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useHourNames } from "#web/kit/format/hour-names.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { CourtArt } from "#web/kit/ui/court-art.tsx";
import { CourtIcon } from "#web/kit/ui/icons.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import { useCourtRows } from "./courts-field.tsx";
import { SetupFormDraft, type SetupHoursRow, type SetupSportRow, toSetupPrices } from "./setup-draft.ts";

const MAX_DRAWN_COURTS = 12;

interface PricedTimeslot extends SetupTimeslot {
  /** Minor units for one hour. */
  price: number;
}

/** Hours that have no day yet open none. */
const readHours = (value: unknown) =>
  SetupFormDraft.shape.hours.safeParse((value as SetupHoursRow[]).filter(({ weekdays: days }) => days.length > 0)).data;
const readPrices = (value: unknown) =>
  SetupFormDraft.shape.prices.safeParse(emptyToNull(SetupFormDraft.shape.prices, value)).data;

/** @returns undefined while hours or prices are incomplete */
function useSetupWeek(sportId: number) {
  const t = useTranslation();
  const { list } = useWeekdayFormats();
  const hours = readHours(useFieldValue("hours"));
  const filled = readPrices(useFieldValue("prices"));
  if (!hours || !filled) return undefined;
  const prices = toSetupPrices(filled);
  const texts = {
    weekdays: list,
    from: (weekdays: string, time: string) => t("setup.fromTime", { weekdays, time }),
  };
  return {
    minutes: countOpenMinutes(listSetupWeek(hours)),
    timeslots: listSetupTimeslots(prices.peaks, hours, texts).map((slot) => ({
      ...slot,
      price: priceOfSport(prices, sportId, slot.peak),
    })),
  };
}

export function SetupPreview() {
  const t = useTranslation();
  const sports = useSportOptions();
  const sportName = (id: number) => sports.find(({ value }) => value === id)?.label ?? "";
  const rows = useCourtRows();
  const courts = listCourtNames(rows, sportName);
  const [chosen, setChosen] = useState<number | null>(null);
  const own = useFieldValue("prices.sports") as readonly SetupSportRow[];
  const shown = rows.find(({ sportId }) => sportId === chosen) ?? rows[0];
  const name = useFieldText("name");
  const city = useFieldText("address.city");
  const week = useSetupWeek(shown?.sportId ?? 0);
  return (
    <Card
      title={t("setup.preview")}
      action={<span className="text-xs text-ink-3">{t("setup.live")}</span>}
      className="min-w-0"
    >
      <div className="grid gap-4 p-4">
        {courts.length === 0 ? (
          <p className="text-13 text-ink-3">{t("setup.noCourtsYet")}</p>
        ) : (
          <ul className="grid grid-cols-4 gap-2">
            {courts.slice(0, MAX_DRAWN_COURTS).map((court) => (
              <li key={court.name} className="grid min-w-0 justify-items-center gap-1 text-xs font-medium">
                <CourtArt sport={sportName(court.sportId)} className="h-10 w-full rounded-md" />
                <span className="max-w-full truncate">{court.name}</span>
              </li>
            ))}
          </ul>
        )}
        {own.length > 0 && (
          <Select
            aria-label={t("setup.pricesFor")}
            value={shown?.sportId ?? null}
            options={rows.map(({ sportId }) => ({ value: sportId, label: sportName(sportId) }))}
            onValueChange={setChosen}
          />
        )}
        {week && <WeekByPrice timeslots={week.timeslots} />}
        <ul className="grid gap-3 border-t border-line pt-4 text-13 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent-ink">
          <li className="flex gap-2.5">
            <MapPin aria-hidden />
            <span className="min-w-0">
              <b className="font-medium">{name || t("setup.yourClub")}</b>
              <span className="block text-xs text-ink-3">
                {[t("setup.oneFacility"), city].filter(Boolean).join(", ")}
              </span>
            </span>
          </li>
          <li className="flex gap-2.5">
            <CourtIcon aria-hidden />
            <span>
              <b className="font-medium">{t("setup.bookableCourts", { count: courts.length })}</b>
              <span className="block text-xs text-ink-3">
                {t("setup.durations", { short: SETUP_DURATIONS[0], long: SETUP_DURATIONS[1] })}
              </span>
            </span>
          </li>
          {week && (
            <li className="flex gap-2.5">
              <CalendarCheck aria-hidden />
              <span>
                <b className="font-medium">{t("setup.hoursAWeek", { count: Math.round(week.minutes / 60) })}</b>
                <span className="block text-xs text-ink-3">
                  {t("setup.hoursToBook", { count: Math.round((week.minutes * courts.length) / 60) })}
                </span>
              </span>
            </li>
          )}
        </ul>
      </div>
    </Card>
  );
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** Whether an hour of a weekday begins within the timeslot, also past midnight. */
function holds(timeslot: SetupTimeslot, weekday: number, hour: number): boolean {
  const from = minutesSinceMidnight(timeslot.start);
  const until = from + slotLength(timeslot);
  const minute = hour * 60;
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return (
    (timeslot.weekdays.includes(weekday) && minute + 59 >= from && minute < until) ||
    (timeslot.weekdays.includes(dayBefore) && minute + 24 * 60 < until)
  );
}

/** By the number of prices, then from the lowest price on. */
const tones = [
  ["bg-accent/30"],
  ["bg-accent/30", "bg-accent"],
  ["bg-accent/25", "bg-accent/60", "bg-accent"],
  ["bg-accent/20", "bg-accent/45", "bg-accent/70", "bg-accent"],
] as const;

function WeekByPrice({ timeslots }: { timeslots: readonly PricedTimeslot[] }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { short, time } = useWeekdayFormats();
  const hourName = useHourNames();
  const currency = countries[Number(useFieldValue("countryId")) as CountryId].currency;
  const prices = [...new Set(timeslots.map(({ price }) => price))].toSorted((a, b) => a - b);
  const findSlot = (weekday: number, hour: number) => timeslots.findLast((one) => holds(one, weekday, hour));
  const shown = hoursOfDay.filter((hour) => weekdays.some((weekday) => findSlot(weekday, hour)));
  const toneOf = (price: number | undefined) =>
    price === undefined
      ? "bg-sunken ring-1 ring-line ring-inset"
      : (tones[prices.length - 1]?.[prices.indexOf(price)] ?? "bg-accent");
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div
        role="img"
        aria-label={timeslots
          .map(({ name, start, end, price }) => `${name} ${time(start)} – ${time(end)}: ${money(price, currency)}`)
          .join("; ")}
        className="grid grid-cols-[1.5rem_repeat(7,minmax(0,1fr))] gap-0.5 text-2xs text-ink-3"
      >
        <span />
        {weekdays.map((weekday) => (
          <span key={weekday} className="text-center">
            {short(weekday)}
          </span>
        ))}
        {shown.flatMap((hour, index) => [
          <span key={`hour-${hour}`} className="leading-3 tnum">
            {index % 4 === 0 ? hourName.narrow(hour) : ""}
          </span>,
          ...weekdays.map((weekday) => (
            <i key={`${weekday}-${hour}`} className={`h-2.5 rounded-xs ${toneOf(findSlot(weekday, hour)?.price)}`} />
          )),
        ])}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {prices.map((price) => (
          <li key={price} className="flex items-center gap-1.5">
            <i aria-hidden className={`size-3 rounded-sm ${toneOf(price)}`} />
            {price === 0 ? t("prices.free") : money(price, currency)}
          </li>
        ))}
        <li className="flex items-center gap-1.5 text-ink-3">
          <i aria-hidden className={`size-3 rounded-sm ${toneOf(undefined)}`} />
          {t("setup.closed")}
        </li>
      </ul>
    </div>
  );
}
