/** Prices of an hour: normal, at times of their own, and by sport. Sets the form's `prices`. */
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { countries, type CountryId } from "#contract/general-countries-rules.ts";
import { MAX_SETUP_PEAKS } from "#contract/setup.ts";
import { TimeField } from "#web/kit/form/date-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { RemoveRowButton } from "#web/kit/form/row-list.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { WeekdaysField } from "#web/kit/form/weekdays-field.tsx";
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import { useCourtRows } from "./courts-field.tsx";
import { narrowTimeClass } from "./hours-field.tsx";
import { nextPeak, type SetupPeakRow, type SetupPricesInput } from "./setup-draft.ts";

const gridClass = "grid flex-1 grid-cols-2 gap-3 sm:grid-cols-3";

function AmountField({ name, label, required = false }: { name: string; label: string; required?: boolean }) {
  const t = useTranslation();
  const currency = countries[Number(useFieldValue("countryId")) as CountryId].currency;
  return (
    <TextField
      {...{ name, label, required }}
      type="number"
      min={0}
      step="any"
      suffix={useCurrencySymbol(currency)}
      placeholder={required ? undefined : t("setup.sameAsNormal")}
    />
  );
}

/** Says when a price holds: `Mon – Fri from 17:00`. */
function usePeakText() {
  const t = useTranslation();
  const { list, time, range } = useWeekdayFormats();
  return ({ weekdays: days, start, end }: SetupPeakRow) => {
    const text = list(days);
    const weekdays = text.charAt(0).toUpperCase() + text.slice(1);
    if (start && end) return `${weekdays} ${range({ start, end })}`;
    if (start) return t("setup.fromTime", { weekdays, time: time(start) });
    return end ? t("setup.untilTime", { weekdays, time: time(end) }) : weekdays;
  };
}

export function PricesField() {
  const t = useTranslation();
  const set = useSetField();
  const describe = usePeakText();
  const prices = useFieldValue("prices") as SetupPricesInput;
  const { peaks, sports } = prices;
  const options = useSportOptions();
  const nameOf = (id: number) => options.find(({ value }) => value === id)?.label ?? "";
  const played = useCourtRows().map(({ sportId }) => sportId);
  const shared = played.filter((id) => sports.every(({ sportId }) => sportId !== id));
  const addPeak = () =>
    set("prices", {
      ...prices,
      peaks: [...peaks, nextPeak],
      sports: sports.map((own) => ({ ...own, peaks: [...own.peaks, null] })),
    });
  const removePeak = (index: number) =>
    set("prices", {
      ...prices,
      peaks: peaks.toSpliced(index, 1),
      sports: sports.map((own) => ({ ...own, peaks: own.peaks.toSpliced(index, 1) })),
    });
  const addSport = (sportId: number) =>
    set("prices.sports", [...sports, { sportId, normal: prices.normal, peaks: peaks.map(({ price }) => price) }]);
  return (
    <div className="grid gap-4">
      <div className={gridClass}>
        <AmountField
          name="prices.normal"
          label={t(sports.length > 0 ? "setup.otherCourts" : "setup.normal")}
          required
        />
      </div>
      {peaks.map((peak, index) => (
        <PriceRow
          key={index}
          title={describe(peak)}
          onRemove={() => removePeak(index)}
          before={
            <WeekdaysField name={`prices.peaks.${index}.weekdays`} label={t("setup.days")} hideLabel hideSummary />
          }
        >
          <TimeField name={`prices.peaks.${index}.start`} label={t("setup.peakFrom")} className={narrowTimeClass} />
          <TimeField name={`prices.peaks.${index}.end`} label={t("setup.peakUntil")} className={narrowTimeClass} />
          <AmountField name={`prices.peaks.${index}.price`} label={t("setup.price")} />
          <p className="col-span-full text-xs text-ink-3">{t("setup.emptyTimes")}</p>
        </PriceRow>
      ))}
      {sports.map(({ sportId }, sport) => (
        <PriceRow
          key={sportId}
          title={nameOf(sportId)}
          onRemove={() => set("prices.sports", sports.toSpliced(sport, 1))}
          before={<h3 className="text-13 font-semibold">{nameOf(sportId)}</h3>}
          // Names of times take one line or two: the amounts stay beside each other.
          className="items-end"
        >
          <AmountField name={`prices.sports.${sport}.normal`} label={t("setup.normal")} required />
          {peaks.map((peak, index) => (
            <AmountField key={index} name={`prices.sports.${sport}.peaks.${index}`} label={describe(peak)} />
          ))}
        </PriceRow>
      ))}
      <div className="flex flex-wrap gap-1.5">
        {peaks.length < MAX_SETUP_PEAKS && (
          <Button size="sm" onClick={addPeak}>
            <Plus aria-hidden />
            {t("setup.anotherPrice")}
          </Button>
        )}
        {shared.length > 1 &&
          shared.map((sportId) => (
            <Button key={sportId} size="sm" onClick={() => addSport(sportId)}>
              <Plus aria-hidden />
              {t("setup.pricesOf", { sport: nameOf(sportId) })}
            </Button>
          ))}
      </div>
    </div>
  );
}

interface PriceRowProps {
  title: string;
  before: ReactNode;
  onRemove: () => void;
  className?: string;
  children: ReactNode;
}

function PriceRow({ title, before, onRemove, className = "", children }: PriceRowProps) {
  const t = useTranslation();
  return (
    <div role="group" aria-label={title} className="grid gap-3 rounded-lg border border-line p-3 pt-2 max-sm:px-2">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 flex-1">{before}</div>
        <RemoveRowButton label={t("kit.remove", { name: title })} onClick={onRemove} />
      </div>
      <div className={`${gridClass} ${className}`}>{children}</div>
    </div>
  );
}
