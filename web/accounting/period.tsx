/** The period of the accounting pages, a month or a year; it stands in the address. */
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { isAccountingPeriod, isYear } from "#contract/accounting-period-rules.ts";
import { localToday } from "#web/availability/slots.ts";
import { listMonthsUpTo } from "#web/invoices/month-dialog.tsx";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { LabelledControl } from "#web/kit/list/labelled-filters.tsx";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchText } from "#web/kit/list/list-search.ts";
import { Select } from "#web/kit/ui/select.tsx";

const YEARS_SHOWN = 5;

/** Undefined: this month. */
export const useAskedPeriod = (): string | undefined =>
  useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => {
      // A year is a number in the address.
      const { period } = search;
      const text = typeof period === "number" ? String(period) : parseSearchText(period);
      return isAccountingPeriod(text) ? text : undefined;
    },
  });

/** `November 2026` or `2026`. */
export function usePeriodName(): (period: string) => string {
  const { month } = useDateFormats("UTC");
  return (period) => (isYear(period) ? period : month(noonOf(`${period}-01`)));
}

export function PeriodSelect({ period }: { period: string }) {
  const t = useTranslation();
  const language = useLanguage();
  const set = useSetFilters();
  const nameOf = usePeriodName();
  // Keep the months while the page is open, also over midnight.
  const [today] = useState(localToday);
  const months = listMonthsUpTo(today, language).map((month) => ({ ...month, group: t("accounting.months") }));
  const years = Array.from({ length: YEARS_SHOWN }, (_, ago) => String(Number(today.slice(0, 4)) - ago)).map(
    (year) => ({
      ...{ value: year, label: year, group: t("accounting.years") },
    }),
  );
  const known = [...years, ...months];
  const asked = known.some(({ value }) => value === period) ? [] : [{ value: period, label: nameOf(period) }];
  return (
    <LabelledControl label={t("accounting.period")} className="w-48 max-sm:w-full">
      {(id) => (
        <Select
          id={id}
          value={period}
          onValueChange={(chosen) => set({ period: chosen })}
          options={[...asked, ...known]}
        />
      )}
    </LabelledControl>
  );
}
