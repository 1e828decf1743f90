import type { countryCodes } from "#contract/general.ts";
import type { Language } from "#messages/translator.ts";

type CountryCode = (typeof countryCodes)[keyof typeof countryCodes];

/** A country's own variant of a language wins, so that holidays have their local names. */
const holidayLanguages = { FR: { en: "en", fr: "fr" }, US: { en: "en-us", fr: "fr" } } as const satisfies Record<
  CountryCode,
  Record<Language, string>
>;

/** National public holidays by date, without substitutes for weekends. A day with two holidays has the name of the first. */
export async function listHolidays(
  country: CountryCode,
  year: number,
  language: Language,
): Promise<{ date: string; name: string }[]> {
  // Import on demand: the package loads 30 MB of calendars of all countries.
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
