/** Public holidays by country and year, offered as exceptions. */
import type { countryCodes } from "#contract/general.ts";
import type { Language } from "#messages/translator.ts";

type CountryCode = (typeof countryCodes)[keyof typeof countryCodes];

/** Holidays are called as in the country itself where it speaks the language. */
const holidayLanguages = { FR: { en: "en", fr: "fr" }, US: { en: "en-us", fr: "fr" } } as const satisfies Record<
  CountryCode,
  Record<Language, string>
>;

/**
 * National public holidays in order, without substitutes for those at weekends. The first one names a day that has two.
 */
export async function listHolidays(
  country: CountryCode,
  year: number,
  language: Language,
): Promise<{ date: string; name: string }[]> {
  // It brings 30 MB of the whole world's calendars: they are read when somebody asks.
  const { default: Holidays } = await import("date-holidays");
  const holidayLanguage = holidayLanguages[country][language];
  const known = new Holidays(country, { languages: [holidayLanguage], types: ["public"] }).getHolidays(
    year,
    holidayLanguage,
  );
  const days = known
    .filter(({ substitute }) => !substitute)
    .map(({ date, name }) => ({ date: date.slice(0, 10), name }));
  return days
    .filter(({ date }, index) => days.findIndex((day) => day.date === date) === index)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
