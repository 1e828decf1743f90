/**
 * Reads what somebody types to ask for a free court: `padel 19h 90 demain`, `tennis tomorrow 7:30pm indoor`. Both languages
 * are understood, whichever the reader has. Pure. Times are wall times, durations minutes.
 */
import type { Language } from "#messages/translator.ts";

export interface SlotSentence {
  sportId?: number | undefined;
  /** Name of a field, as it is written there. */
  field?: string | undefined;
  /** Local date, `2026-11-24`. */
  date?: string | undefined;
  /** `19:30`. */
  time?: string | undefined;
  duration?: number | undefined;
  people?: number | undefined;
  space?: "indoor" | "outdoor" | undefined;
  lights?: true | undefined;
  /** Words that were not understood, as they were typed. */
  rest: string;
}

interface SentenceContext {
  /** Local date. */
  today: string;
  /** Decides which of `3/12` is the month. */
  language: Language;
  sports: readonly { id: number; name: string }[];
  fields?: readonly { name: string }[];
}

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("’", "'");

const weekdays: Readonly<Record<string, number>> = {
  ...{ monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6, sunday: 7 },
  ...{ mon: 1, tue: 2, tues: 2, wed: 3, thu: 4, thur: 4, thurs: 4, fri: 5, sat: 6, sun: 7 },
  ...{ lundi: 1, mardi: 2, mercredi: 3, jeudi: 4, vendredi: 5, samedi: 6, dimanche: 7 },
  ...{ lun: 1, mar: 2, mer: 3, jeu: 4, ven: 5, sam: 6, dim: 7 },
};
const months: Readonly<Record<string, number>> = {
  ...{ january: 1, february: 2, march: 3, april: 4, may: 5, june: 6, july: 7, august: 8, september: 9 },
  ...{ october: 10, november: 11, december: 12 },
  ...{ jan: 1, feb: 2, apr: 4, jun: 6, jul: 7, aug: 8, sep: 9, sept: 9, oct: 10, nov: 11, dec: 12 },
  ...{ janvier: 1, fevrier: 2, mars: 3, avril: 4, mai: 5, juin: 6, juillet: 7, aout: 8, septembre: 9 },
  ...{ octobre: 10, novembre: 11, decembre: 12, janv: 1, fevr: 2, fev: 2, avr: 4, juil: 7 },
};
const alternatives = (names: Readonly<Record<string, number>>) =>
  Object.keys(names)
    .toSorted((one, other) => other.length - one.length)
    .join("|");
const [WEEKDAY, MONTH] = [alternatives(weekdays), alternatives(months)];

/** Words that only join the others. */
const fillers = new Set(
  "what is what's free available any there for at on in the a an court courts field about around please next this and with quoi quel quels quelle est ce qui libre libres dispo disponible un une le la les l' pour a vers de du des d' terrain terrains prochain prochaine avec et il y qu'est-ce en vers environ".split(
    " ",
  ),
);

/** Bookings are seldom before eight: `at 7` means the evening. */
const FIRST_MORNING_HOUR = 8;
/** Durations that are typed without a unit. */
const plainDurations = new Set([30, 45, 60, 75, 90, 105, 120, 150, 180, 240]);
const MAX_DURATION_HOURS = 4;
const times = { morning: "09:00", noon: "12:00", afternoon: "14:00", evening: "19:00", midnight: "00:00" } as const;

const dayPlus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

function nextWeekday(today: string, weekday: number, isNext: boolean): string {
  const ahead = (weekday - Temporal.PlainDate.from(today).dayOfWeek + 7) % 7;
  return dayPlus(today, ahead === 0 && isNext ? 7 : ahead);
}

/** The next date with this day and month; undefined if there is none. */
function nextDate(today: string, day: number, month: number, year?: number): string | undefined {
  const at = (inYear: number) => {
    try {
      return Temporal.PlainDate.from({ year: inYear, month, day }, { overflow: "reject" }).toString();
    } catch {
      return undefined;
    }
  };
  if (year !== undefined) return at(year < 100 ? 2000 + year : year);
  const own = Temporal.PlainDate.from(today).year;
  return [own, own + 1, own + 4].map(at).find((date) => date !== undefined && date >= today);
}

type Found = Omit<SlotSentence, "rest"> & { part?: keyof typeof times; bareHour?: boolean };
type Match = RegExpExecArray;
/** Undefined: not meant after all. */
type Reading = [pattern: RegExp, read: (match: Match, found: Found, context: SentenceContext) => Found | undefined];

const number = (text: string | undefined) => (text === undefined || text === "" ? undefined : Number(text));
const clock = (hour: number, minute = 0): string | undefined =>
  hour > 24 || minute > 59 ? undefined : `${String(hour % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
const atTime = (hour: number, minute?: number): Found | undefined => {
  const time = clock(hour, minute);
  return time === undefined ? undefined : { time };
};

/** In this order: what is longer or clearer first. Each is read once. */
const readings: readonly Reading[] = [
  // Dates.
  [
    /(\d{4})-(\d{2})-(\d{2})/,
    ([, year, month, day], _, { today }) => dated(nextDate(today, Number(day), Number(month), Number(year))),
  ],
  [
    /(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?/,
    ([, first, second, year], _, { today, language }) => {
      const isMonthFirst = language === "en" && Number(first) <= 12;
      const [day, month] = isMonthFirst ? [second, first] : [first, second];
      return dated(
        nextDate(today, Number(day), Number(month), number(year)) ??
          nextDate(today, Number(month), Number(day), number(year)),
      );
    },
  ],
  [
    new RegExp(`(\\d{1,2})(?:er|st|nd|rd|th)? (?:of )?(${MONTH})\\.?(?: (\\d{4}))?`),
    ([, day, month = "", year], _, { today }) => dated(nextDate(today, Number(day), months[month] ?? 0, number(year))),
  ],
  [
    new RegExp(`(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`),
    ([, month = "", day, year], _, { today }) => dated(nextDate(today, Number(day), months[month] ?? 0, number(year))),
  ],
  [/day after tomorrow|apres[- ]demain/, (_match, _, { today }) => ({ date: dayPlus(today, 2) })],
  [/(?:in|dans) (\d{1,2}) (?:days?|jours?)/, ([, days], _, { today }) => ({ date: dayPlus(today, Number(days)) })],
  [/tomorrow|demain|tmrw/, (_match, _, { today }) => ({ date: dayPlus(today, 1) })],
  [/tonight|ce soir/, (_match, _, { today }) => ({ date: today, part: "evening" })],
  [/(?:right )?now|maintenant|tout de suite/, (_match, _, { today }) => ({ date: today })],
  [/today|aujourd'?hui|auj/, (_match, _, { today }) => ({ date: today })],
  [/(?:this |ce )?week-?end/, (_match, _, { today }) => ({ date: nextWeekday(today, 6, false) })],
  [
    new RegExp(`(next )?(${WEEKDAY})\\.?( prochain)?`),
    ([, before, name = "", after], _, { today }) => ({
      date: nextWeekday(today, weekdays[name] ?? 1, before !== undefined || after !== undefined),
    }),
  ],
  // Durations.
  [/(?:for |pendant |pour )?(\d{2,3}) ?(?:minutes?|mins?|mn|')/, ([, minutes]) => ({ duration: Number(minutes) })],
  [
    /(?:for |pendant |pour )?(\d)(?:[.,](5|25|75))? ?(?:hours?|heures?|hrs?)(?: ?([0-5]\d))?/,
    ([, hours, part, minutes]) => lasting(Number(hours), part ? Number(`0.${part}`) * 60 : Number(minutes ?? 0)),
  ],
  [
    /(?:for |pendant |pour )?(\d)[.,](5|25|75) ?h/,
    ([, hours, part]) => lasting(Number(hours), Number(`0.${part}`) * 60),
  ],
  [
    /(?:for |pendant |pour )?(?:une heure|an hour|one hour)(?: et demie| and a half)?/,
    ([text]) => ({ duration: /dem|half/.test(text) ? 90 : 60 }),
  ],
  [/(?:for |pendant |pour )?(\d) ?h ?([0-5]\d)?/, ([, hours, minutes]) => lasting(Number(hours), Number(minutes ?? 0))],
  // Times.
  [
    /(?:at |around |about |@ ?)?(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|a\.m\.|p\.m\.)/,
    ([, hour, minute, half = ""]) =>
      Number(hour) > 12 || Number(hour) === 0
        ? undefined
        : atTime((Number(hour) % 12) + (half.startsWith("p") ? 12 : 0), Number(minute ?? 0)),
  ],
  [
    /(?:a |vers |at |around |about |@ ?)?(\d{1,2}) ?(?:h|:|heures) ?([0-5]\d)?/,
    ([, hour, minute]) => atTime(Number(hour), Number(minute ?? 0)),
  ],
  [/midi|noon/, () => ({ time: times.noon })],
  [/minuit|midnight/, () => ({ time: times.midnight })],
  [/apres[- ]midi|afternoon/, () => ({ part: "afternoon" })],
  [/(?:ce |du |le )?matin|(?:this |in the )?morning/, () => ({ part: "morning" })],
  [/(?:du |le |en )?soir(?:ee)?|(?:this |in the )?evening/, () => ({ part: "evening" })],
  [
    /(?:at|around|about|a|vers|@) ?(\d{1,2})/,
    ([, hour]) => {
      const read = atTime(Number(hour));
      return read && { ...read, bareHour: true };
    },
  ],
  // The rest.
  [
    /(?:for |pour |a )?(\d{1,2}) ?(?:people|players|persons|personnes|joueurs|pers)/,
    ([, people]) => ({ people: Number(people) }),
  ],
  [/indoors?|inside|couverte?s?|interieur/, () => ({ space: "indoor" })],
  [/outdoors?|outside|exterieur|dehors|decouverte?s?|plein air/, () => ({ space: "outdoor" })],
  [/lights?|lit|eclairee?s?|eclairage|lumieres?/, () => ({ lights: true })],
  [/(\d{2,3})/, ([, minutes]) => (plainDurations.has(Number(minutes)) ? { duration: Number(minutes) } : undefined)],
];

const dated = (date: string | undefined): Found | undefined => (date === undefined ? undefined : { date });
function lasting(hours: number, minutes: number): Found | undefined {
  const duration = hours * 60 + minutes;
  return hours > MAX_DURATION_HOURS || minutes > 59 || duration === 0 ? undefined : { duration };
}

/** Not within a word, nor before or after a digit or a hyphen. */
const standing = ({ source }: RegExp) => new RegExp(`(?<![\\p{L}\\d/:-])(?:${source})(?![\\p{L}\\d/:-])`, "u");
const patterns = readings.map(([pattern, read]) => [standing(pattern), read] as const);

interface Sought {
  folded: string;
  typed: string;
}
const without = ({ folded, typed }: Sought, { index, 0: text }: Match): Sought => ({
  folded: `${folded.slice(0, index)} ; ${folded.slice(index + text.length)}`,
  typed: `${typed.slice(0, index)} ; ${typed.slice(index + text.length)}`,
});

interface Named<Id> {
  id: Id;
  folded: string;
}
const sortByLength = <Id>(named: readonly { id: Id; name: string }[]): Named<Id>[] =>
  named
    .map(({ id, name }) => ({ id, folded: fold(name).trim() }))
    .filter(({ folded }) => folded !== "")
    .toSorted((one, other) => other.folded.length - one.folded.length);

/** The longest name that is typed in whole. */
function findNamed<Id>(sought: Sought, named: readonly Named<Id>[]): { id: Id; match: Match } | undefined {
  for (const { id, folded } of named) {
    const match = standing(new RegExp(folded.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).exec(sought.folded);
    if (match) return { id, match };
  }
  return undefined;
}

/** A field that is called like a sport is not meant by it. */
const findField = (sought: Sought, { fields = [], sports }: SentenceContext) => {
  const ofSports = new Set(sports.map(({ name }) => fold(name)));
  const named = fields.filter(({ name }) => !ofSports.has(fold(name))).map(({ name }) => ({ id: name, name }));
  return findNamed(sought, sortByLength(named));
};

/** A whole name first, then the start of one that no other sport has. */
function findSport(sought: Sought, sports: SentenceContext["sports"]): { id: number; match: Match } | undefined {
  const named = sortByLength(sports);
  const whole = findNamed(sought, named);
  if (whole) return whole;
  for (const match of sought.folded.matchAll(/[\p{L}]{4,}/gu)) {
    const meant = named.filter(({ folded }) => folded.startsWith(match[0]));
    const [first] = meant;
    if (first && meant.length === 1) return { id: first.id, match };
  }
  return undefined;
}

function resolveTime({ time, part, bareHour }: Found): string | undefined {
  if (time === undefined) return part && times[part];
  const hour = Number(time.slice(0, 2));
  const isEvening = part === "evening" || part === "afternoon";
  const isAssumedLate = bareHour && part !== "morning" && hour > 0 && hour < FIRST_MORNING_HOUR;
  return hour < 12 && (isEvening || isAssumedLate) ? `${hour + 12}${time.slice(2)}` : time;
}

/** @param text as it was typed */
export function readSlotSentence(text: string, context: SentenceContext): SlotSentence {
  // One character for each typed one, so that what is left can be cut out of the typed text.
  const typed = text.normalize("NFC").slice(0, 200);
  const letters = [...typed].map((letter) => {
    const folded = fold(letter);
    return folded.length === letter.length ? folded : letter.toLowerCase().slice(0, letter.length);
  });
  let sought: Sought = { folded: letters.join(""), typed };
  let found: Found = {};
  const field = findField(sought, context);
  if (field) {
    found.field = field.id;
    sought = without(sought, field.match);
  }
  const sport = findSport(sought, context.sports);
  if (sport) {
    found.sportId = sport.id;
    sought = without(sought, sport.match);
  }
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(sought.folded);
    const one = match && read(match, found, context);
    if (!one || Object.keys(one).some((key) => found[key as keyof Found] !== undefined)) continue;
    found = { ...found, ...one };
    sought = without(sought, match);
  }
  const time = resolveTime(found);
  const { part: _part, bareHour: _bare, ...rest } = found;
  const words = sought.typed.split(/[\s;?!,]+/).filter((word) => word !== "" && !fillers.has(fold(word)));
  return { ...rest, ...(time !== undefined && { time }), rest: words.join(" ") };
}
