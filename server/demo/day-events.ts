/** Demo events of a field on a day: weekly lessons, games on weekends, free play in between. */
import type { Slot as Hours } from "#contract/hours-week-rules.ts";
import { isOpenFor } from "./hours.ts";
import type { FieldPlan, OrganizationPlan } from "./plans.ts";
import { seededRandom, type RandomSource } from "./random.ts";

export interface DemoSlot {
  start: Temporal.ZonedDateTime;
  end: Temporal.ZonedDateTime;
  name: string;
  type: "training" | "game" | "free_play" | "other";
  kind: "event" | "block";
  isMembers: boolean;
}

const [EARLIEST_HOUR, LATEST_HOUR] = [8, 22];
export const DAYS_AROUND = 14;

const texts = {
  fr: {
    trainings: [
      "École de sport U10",
      "Entraînement U13",
      "Entraînement U15",
      "Groupe compétition",
      "Section loisirs adultes",
      "Stage de perfectionnement",
      "Cours collectif",
    ],
    games: ["Match interclubs", "Championnat départemental", "Coupe du Rhône", "Rencontre amicale", "Tournoi interne"],
    others: ["Réunion du bureau", "Portes ouvertes", "Séance scolaire"],
    blocks: ["Entretien du terrain", "Contrôle de l’éclairage"],
  },
  en: {
    trainings: [
      "Varsity practice",
      "Junior varsity practice",
      "Intro class",
      "PE 204",
      "Club practice",
      "Conditioning",
      "Learn to play",
    ],
    games: ["Intramural league", "Conference game", "Club scrimmage", "Alumni match", "Fall cup"],
    others: ["Staff meeting", "Open house", "Orientation session"],
    blocks: ["Maintenance", "Lighting check"],
  },
};

interface WeeklyLesson {
  hour: number;
  minutes: number;
  name: string;
}

function planLessons(
  organization: OrganizationPlan,
  facility: string,
  field: FieldPlan,
  weekday: number,
): WeeklyLesson[] {
  const chance = seededRandom(`lessons ${organization.key} ${facility} ${field.name} ${weekday}`);
  const { trainings } = texts[organization.language];
  const startHours = weekday === 7 ? [] : weekday === 3 || weekday === 6 ? [9, 10.5, 14, 16] : [10, 17, 18.5];
  return startHours
    .filter(() => chance.is(field.demand * 0.55))
    .map((hour) => ({ hour, minutes: chance.pick([60, 90, 90]), name: chance.pick(trainings) }));
}

const zonedTime = (date: Temporal.PlainDate, zone: string, hour: number) =>
  date.toPlainDateTime({ hour: Math.floor(hour), minute: (hour % 1) * 60 }).toZonedDateTime(zone);

const hourDemand = (weekday: number, hour: number) =>
  weekday >= 6 ? 0.75 : hour >= 17 ? 0.95 : hour >= 12 && hour < 14 ? 0.6 : 0.28;

function pickActivity(
  organization: OrganizationPlan,
  field: FieldPlan,
  weekday: number,
  hour: number,
  chance: RandomSource,
) {
  const { games, others } = texts[organization.language];
  if (weekday >= 6 && hour >= 13 && chance.is(0.3))
    return { type: "game" as const, name: chance.pick(games), minutes: 120, isMembers: false };
  if (chance.is(0.06)) return { type: "other" as const, name: chance.pick(others), minutes: 60, isMembers: false };
  return {
    type: "free_play" as const,
    name: "",
    minutes: field.people[1] <= 4 ? chance.pick([60, 90]) : chance.pick([60, 90, 120]),
    isMembers: true,
  };
}

/** @param taken ranges in use by the field's parent or its parts */
export function planDemoDay(
  organization: OrganizationPlan,
  facility: string,
  field: FieldPlan,
  date: Temporal.PlainDate,
  open: readonly Hours[],
  taken: readonly DemoSlot[],
): DemoSlot[] {
  const zone = organization.timezone;
  const chance = seededRandom(`day ${organization.key} ${facility} ${field.name} ${date.toString()}`);
  const slots: DemoSlot[] = [];
  const add = (hour: number, minutes: number, slot: Omit<DemoSlot, "start" | "end">) => {
    if (!isOpenFor(open, hour, minutes)) return;
    const start = zonedTime(date, zone, hour);
    const end = start.add({ minutes });
    const meets = (other: DemoSlot) =>
      Temporal.ZonedDateTime.compare(start, other.end) < 0 && Temporal.ZonedDateTime.compare(other.start, end) < 0;
    if (!slots.some(meets) && !taken.some(meets)) slots.push({ start, end, ...slot });
  };
  if (date.dayOfWeek === 1 && chance.is(0.05)) {
    add(EARLIEST_HOUR, 120, {
      kind: "block",
      type: "other",
      isMembers: false,
      name: chance.pick(texts[organization.language].blocks),
    });
  }
  for (const lesson of planLessons(organization, facility, field, date.dayOfWeek)) {
    add(lesson.hour, lesson.minutes, { kind: "event", type: "training", isMembers: false, name: lesson.name });
  }
  for (let hour = EARLIEST_HOUR; hour < LATEST_HOUR; hour += 1) {
    if (!chance.is(field.demand * hourDemand(date.dayOfWeek, hour) * 0.6)) continue;
    const { minutes, ...slot } = pickActivity(organization, field, date.dayOfWeek, hour, chance);
    add(hour + chance.pick([0, 0, 0.5]), minutes, { kind: "event", ...slot });
  }
  return slots;
}
