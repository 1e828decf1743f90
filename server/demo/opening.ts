/** What the demo says of opening hours, before it becomes rows. */
import type { HoursException } from "#contract/hours-rules.ts";
import type { WeeklySlot } from "#contract/hours-week-rules.ts";
import type { OrganizationPlan } from "./plans.ts";

export interface HoursPlan {
  organization: OrganizationPlan["key"];
  name: string;
  /** By name; all fields of them. */
  facilities: string[];
  hours: WeeklySlot[];
}
export type Exception = Omit<HoursException, "place" | "createdAt">;

const week = (weekdays: number[], start: string, end: string): WeeklySlot[] =>
  weekdays.map((weekday) => ({ weekday, start, end }));
const [everyDay, workdays, weekend] = [
  [1, 2, 3, 4, 5, 6, 7],
  [1, 2, 3, 4, 5],
  [6, 7],
];

export const patterns: HoursPlan[] = [
  {
    organization: "club",
    name: "Courts de tennis",
    facilities: ["Parc des Berges"],
    hours: week(everyDay, "08:00", "22:00"),
  },
  {
    organization: "club",
    name: "Padel",
    facilities: ["Padel de la Gare"],
    // Long nights at the end of the week.
    hours: [...week([1, 2, 3, 4, 7], "08:00", "23:00"), ...week([5, 6], "08:00", "01:00")],
  },
  {
    organization: "club",
    name: "Halle",
    facilities: ["Halle Bellecombe"],
    hours: [...week(workdays, "08:00", "22:00"), ...week(weekend, "09:00", "20:00")],
  },
  {
    organization: "town",
    name: "Équipements sportifs",
    facilities: ["Stade Jean-Moulin", "Gymnase Simone-Veil", "City stade du Moulin", "Tennis municipal"],
    hours: week(everyDay, "08:00", "22:00"),
  },
  {
    organization: "town",
    name: "Piscine",
    facilities: ["Piscine des Tilleuls"],
    hours: [
      ...week(workdays, "08:00", "14:00"),
      ...week(workdays, "15:00", "21:00"),
      ...week([6], "08:00", "19:00"),
      ...week([7], "08:00", "13:00"),
    ],
  },
  {
    organization: "university",
    name: "Main hours",
    facilities: ["Recreation Center", "Soccer Complex", "Tennis Pavilion"],
    hours: [...week(workdays, "06:00", "23:00"), ...week(weekend, "08:00", "22:00")],
  },
  {
    organization: "university",
    name: "Pool",
    facilities: ["Aquatic Center"],
    hours: [...week(workdays, "06:00", "21:00"), ...week(weekend, "09:00", "18:00")],
  },
];

const closedOn = (date: string, name: string): Exception => ({ name, from: date, to: date, closed: true, hours: [] });

/** The fourth Thursday of November. */
function thanksgiving(year: number): string {
  const first = Temporal.PlainDate.from({ year, month: 11, day: 1 });
  return first.add({ days: ((4 - first.dayOfWeek + 7) % 7) + 21 }).toString();
}

/** Of a year. */
export const holidays = {
  fr: (year: number) => [
    closedOn(`${year}-01-01`, "Jour de l’An"),
    closedOn(`${year}-05-01`, "Fête du Travail"),
    {
      ...closedOn(`${year}-12-24`, "Veille de Noël"),
      closed: false,
      hours: [{ start: "08:00", end: "17:00" }],
    },
    closedOn(`${year}-12-25`, "Noël"),
  ],
  en: (year: number) => [
    closedOn(`${year}-01-01`, "New Year’s Day"),
    closedOn(`${year}-07-04`, "Independence Day"),
    closedOn(thanksgiving(year), "Thanksgiving Day"),
    closedOn(`${year}-12-25`, "Christmas Day"),
  ],
} satisfies Record<OrganizationPlan["language"], (year: number) => Exception[]>;

/** In days from today, both included; of a field, or of the whole facility. */
export const closures = [
  {
    organization: "club",
    facility: "Parc des Berges",
    field: "Court 3",
    name: "Réfection de la surface",
    first: 6,
    last: 8,
  },
  {
    organization: "town",
    facility: "Piscine des Tilleuls",
    field: null,
    name: "Vidange du bassin",
    first: 10,
    last: 12,
  },
];
