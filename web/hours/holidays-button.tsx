import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useId, useState } from "react";
import { type CountryCode, countryCodeOf } from "#contract/general-countries-rules.ts";
import { hours } from "#contract/hours.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { countryCodeOptions } from "#web/organizations/countries.ts";
import type { Exception } from "./exceptions.tsx";

interface HolidaysButtonProps {
  there: readonly Exception[];
  onAdd: (exceptions: readonly Exception[]) => void;
}

export function HolidaysButton(props: HolidaysButtonProps) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const [open, setOpen] = useState(false);
  const own = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId } }, { quiet: true }),
    enabled: can(organizations.read),
  });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden />
        {t("hours.addHolidays")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("hours.addHolidays")} description={t("hours.holidaysHint")}>
        <HolidayChoice
          {...props}
          country={countryCodeOf(own.data?.data.countryId ?? 0)}
          onDone={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

function HolidayChoice({
  there,
  onAdd,
  onDone,
  ...home
}: HolidaysButtonProps & { country: CountryCode | undefined; onDone: () => void }) {
  const t = useTranslation();
  const tag = useLocale();
  const { date: dateText } = useWeekdayFormats();
  const id = useId();
  const today = Temporal.Now.plainDateISO();
  const thisYear = today.year;
  const [country, setCountry] = useState<CountryCode>(home.country ?? "FR");
  const [year, setYear] = useState(thisYear);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const { data, error, refetch } = useQuery(endpointQuery(hours.holidays, { query: { country, year } }));
  const isThere = (date: string) => there.some(({ from, to }) => from <= date && date <= to);
  const coming = data?.data.filter(({ date }) => date >= today.toString());
  const taken = coming?.filter(({ date }) => !isThere(date) && !leftOut.includes(date)) ?? [];
  const add = () => {
    onAdd(taken.map(({ date, name }) => ({ name, from: date, to: date, closed: true, hours: [] })));
    onDone();
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-country`} className="text-13 font-medium">
            {t("organizations.country")}
          </label>
          <Select id={`${id}-country`} value={country} onValueChange={setCountry} options={countryCodeOptions(tag)} />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-year`} className="text-13 font-medium">
            {t("hours.year")}
          </label>
          <Select
            id={`${id}-year`}
            value={year}
            onValueChange={setYear}
            options={[0, 1, 2, 3].map((ahead) => ({ value: thisYear + ahead, label: String(thisYear + ahead) }))}
          />
        </div>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <ul className="mt-4 grid min-h-88 content-start" aria-busy={!coming}>
          {coming
            ? coming.map(({ date, name }) => (
                <li key={date}>
                  <CheckBox
                    label={
                      <span className="flex flex-wrap items-baseline gap-x-2">
                        {name}
                        <span className="text-ink-3 tnum">{dateText(date)}</span>
                        {isThere(date) && <Badge tone="outline">{t("hours.thereAlready")}</Badge>}
                      </span>
                    }
                    checked={isThere(date) || !leftOut.includes(date)}
                    disabled={isThere(date)}
                    onChange={(on) => setLeftOut(on ? leftOut.filter((other) => other !== date) : [...leftOut, date])}
                  />
                </li>
              ))
            : Array.from({ length: 11 }, (_, index) => <Skeleton key={index} className="my-2 h-4 w-56" />)}
        </ul>
      )}
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onDone}>{t("kit.cancel")}</Button>
        <Button variant="primary" disabled={taken.length === 0} onClick={add}>
          {t("hours.addDays", { count: taken.length })}
        </Button>
      </div>
    </>
  );
}
