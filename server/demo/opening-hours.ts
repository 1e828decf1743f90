/** Opening hours of the demo as plans, before they become rows. */
import type { HoursException } from "#contract/hours-rules.ts";
import type { WeeklySlot } from "#contract/hours-week-rules.ts";
import type { DemoTexts } from "./texts.ts";
import type { OrganizationPlan } from "./plans.ts";

export interface HoursPlan {
  organization: OrganizationPlan["key"];
  name: keyof DemoTexts["hours"];
  /** Facility names; the pattern applies to all their fields. */
  facilities: string[];
  hours: WeeklySlot[];
}
export type DemoException = Omit<HoursException, "place" | "createdAt">;

const weeklySlots = (weekdays: number[], start: string, end: string): WeeklySlot[] =>
  weekdays.map((weekday) => ({ weekday, start, end }));
const [everyDay, workdays, weekend] = [
  [1, 2, 3, 4, 5, 6, 7],
  [1, 2, 3, 4, 5],
  [6, 7],
];

export const demoHoursPatterns: HoursPlan[] = [
  {
    organization: "club",
    name: "courts",
    facilities: ["Parc des Berges"],
    hours: weeklySlots(everyDay, "08:00", "22:00"),
  },
  {
    organization: "club",
    name: "padel",
    facilities: ["Padel de la Gare"],
    hours: [...weeklySlots([1, 2, 3, 4, 7], "08:00", "23:00"), ...weeklySlots([5, 6], "08:00", "01:00")],
  },
  {
    organization: "club",
    name: "hall",
    facilities: ["Halle Bellecombe"],
    hours: [...weeklySlots(workdays, "08:00", "22:00"), ...weeklySlots(weekend, "09:00", "20:00")],
  },
  {
    organization: "town",
    name: "sports",
    facilities: ["Stade Jean-Moulin", "Gymnase Simone-Veil", "City stade du Moulin", "Tennis municipal"],
    hours: weeklySlots(everyDay, "08:00", "22:00"),
  },
  {
    organization: "town",
    name: "pool",
    facilities: ["Piscine des Tilleuls"],
    hours: [
      ...weeklySlots(workdays, "08:00", "14:00"),
      ...weeklySlots(workdays, "15:00", "21:00"),
      ...weeklySlots([6], "08:00", "19:00"),
      ...weeklySlots([7], "08:00", "13:00"),
    ],
  },
  {
    organization: "university",
    name: "sports",
    facilities: ["Recreation Center", "Soccer Complex", "Tennis Pavilion"],
    hours: [...weeklySlots(workdays, "06:00", "23:00"), ...weeklySlots(weekend, "08:00", "22:00")],
  },
  {
    organization: "university",
    name: "pool",
    facilities: ["Aquatic Center"],
    hours: [...weeklySlots(workdays, "06:00", "21:00"), ...weeklySlots(weekend, "09:00", "18:00")],
  },
];

const closedException = (date: string, name: string): DemoException => ({
  name,
  from: date,
  to: date,
  closed: true,
  hours: [],
});

function thanksgiving(year: number): string {
  const first = Temporal.PlainDate.from({ year, month: 11, day: 1 });
  return first.add({ days: ((4 - first.dayOfWeek + 7) % 7) + 21 }).toString();
}

export const demoHolidays = {
  fr: (year: number, { holidays }: DemoTexts) => [
    closedException(`${year}-01-01`, holidays.newYear),
    closedException(`${year}-05-01`, holidays.labor),
    {
      ...closedException(`${year}-12-24`, holidays.christmasEve),
      closed: false,
      hours: [{ start: "08:00", end: "17:00" }],
    },
    closedException(`${year}-12-25`, holidays.christmas),
  ],
  us: (year: number, { holidays }: DemoTexts) => [
    closedException(`${year}-01-01`, holidays.newYear),
    closedException(`${year}-07-04`, "Independence Day"),
    closedException(thanksgiving(year), "Thanksgiving Day"),
    closedException(`${year}-12-25`, holidays.christmas),
  ],
} satisfies Record<string, (year: number, texts: DemoTexts) => DemoException[]>;

interface DemoClosure {
  organization: OrganizationPlan["key"];
  facility: string;
  /** Null closes the whole facility. */
  field: string | null;
  name: keyof DemoTexts["closures"];
  /** Days from today, both included. */
  first: number;
  last: number;
  /** Days since it was decided. */
  age: number;
}

export const demoClosures: DemoClosure[] = [
  {
    organization: "club",
    facility: "Parc des Berges",
    field: "Court 3",
    name: "surface",
    first: 6,
    last: 8,
    age: 12,
  },
  {
    organization: "town",
    facility: "Piscine des Tilleuls",
    field: null,
    name: "pool",
    first: 10,
    last: 12,
    age: 30,
  },
  // Decided after a member had asked for the court: the request cannot be approved.
  {
    organization: "club",
    facility: "Parc des Berges",
    field: "Court central",
    name: "tournament",
    first: 9,
    last: 9,
    age: 1,
  },
];
