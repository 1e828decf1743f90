/** Public holidays of a country, offered as closed days of an opening-hours pattern. */
import type { CountryCode } from "#contract/general-countries-rules.ts";
import type { Language } from "#messages/translator.ts";

/** National public holidays by date, without substitutes for weekends. A day with two holidays has the name of the first. */
export async function listHolidays(
  country: CountryCode,
  year: number,
  language: Language,
): Promise<{ date: string; name: string }[]> {
  // Import on demand: the package loads 30 MB of calendars of all countries.
  const { default: Holidays } = await import("date-holidays");
  const calendar = new Holidays(country, { types: ["public"] });
  // A country's own variant of a language wins, so that holidays have their local names; English stands in for none.
  const variant = `${language}-${country.toLowerCase()}`;
  const languages = [...(calendar.getLanguages().includes(variant) ? [variant] : []), language, "en"];
  calendar.setLanguages(languages);
  const days = calendar
    .getHolidays(year, languages[0])
    .filter(({ substitute }) => !substitute)
    .map(({ date, name }) => ({ date: date.slice(0, 10), name }));
  return days
    .filter(({ date }, index) => days.findIndex((day) => day.date === date) === index)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
