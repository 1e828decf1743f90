/** Public holidays by country and year, offered as exceptions. */
import type { countryCodes } from "#contract/general.ts";
import type { Language } from "#words/words.ts";

type CountryCode = (typeof countryCodes)[keyof typeof countryCodes];

/** Holidays are called as in the country itself where it speaks the language. */
const tongues = { FR: { en: "en", fr: "fr" }, US: { en: "en-us", fr: "fr" } } as const satisfies Record<
  CountryCode,
  Record<Language, string>
>;

/**
 * The days on which a whole country rests, in order; without the days given instead of those at weekends. Where two fall on
 * one day, it is called by the first.
 */
export async function listHolidays(
  country: CountryCode,
  year: number,
  language: Language,
): Promise<{ date: string; name: string }[]> {
  // It brings 30 MB of the whole world's calendars: they are read when somebody asks.
  const { default: Holidays } = await import("date-holidays");
  const tongue = tongues[country][language];
  const known = new Holidays(country, { languages: [tongue], types: ["public"] }).getHolidays(year, tongue);
  const days = known
    .filter(({ substitute }) => !substitute)
    .map(({ date, name }) => ({ date: date.slice(0, 10), name }));
  return days
    .filter(({ date }, index) => days.findIndex((day) => day.date === date) === index)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}
