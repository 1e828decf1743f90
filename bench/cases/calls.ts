/** The calls that are measured, and their limits: the least share of the bare SQL's processor time. */
import { calendarSecret, type CallerName } from "#bench/data/fill.ts";
import type { Dataset } from "#bench/data/dataset.ts";
import { lists, searches } from "#bench/cases/lists.ts";

export interface BenchCall {
  section: "lists" | "search" | "planning" | "availability" | "overview" | "public" | "account" | "booking";
  name: string;
  caller: CallerName | null;
  method?: "GET" | "POST";
  /** From the root of the server. */
  path(dataset: Dataset): string;
  /** Sends an `Idempotency-Key`. */
  hasKey?: boolean;
  /** @param count of calls before: no two bodies are the same */
  body?(dataset: Dataset, count: number): object;
  /** Statements of the call that fetch or write its rows. Others belong to the gate and to rules. Null without any. */
  rows: RegExp | null;
  minShare?: number;
}

const club = (rest: string) => (dataset: Dataset) => `/api/v1/organizations/${dataset.clubId}${rest}`;
const everywhere = (rest: string) => () => `/api/v1/organizations/all${rest}`;

const HOURS_PER_DAY = 16;
const DAYS_AHEAD = 60;
function bookingDraft({ fieldIds, date }: Dataset, count: number): object {
  const slot = Math.floor(count / fieldIds.length);
  const day = Temporal.PlainDate.from(date).add({ days: DAYS_AHEAD + Math.floor(slot / HOURS_PER_DAY) });
  const hour = String(6 + (slot % HOURS_PER_DAY)).padStart(2, "0");
  const start = day.toZonedDateTime({ timeZone: "Europe/Paris", plainTime: `${hour}:00` }).toInstant();
  return {
    fieldId: fieldIds[count % fieldIds.length],
    startTime: start.toString(),
    duration: 60,
    name: "Bench",
    type: "other",
  };
}

const planning = { section: "planning", caller: "manager", rows: /from "?(events|fields)"?/i } as const;
const overview = { section: "overview", rows: /overview_|from "?events"?/i } as const;
const page = { section: "public", caller: null, rows: null } as const;
const booking = {
  section: "booking",
  caller: "staff",
  method: "POST",
  path: club("/events"),
  // The lock of the field, the rows, and the answer that the key repeats: all that a booking guarantees.
  rows: /insert into|for key share/i,
} as const;

export const calls: readonly BenchCall[] = [
  ...lists,
  ...searches,
  {
    ...planning,
    name: "day of 20 fields",
    path: (dataset) => club(`/planning?from=${dataset.date}&to=${dataset.date}`)(dataset),
    minShare: 0.6,
  },
  {
    ...planning,
    name: "occupancy of a month",
    path: (dataset) => club(`/planning/occupancy?from=${dataset.date}&to=${dataset.monthLater}`)(dataset),
  },
  {
    section: "availability",
    caller: "member",
    name: "day of 20 fields",
    path: (dataset) => club(`/availability?date=${dataset.date}`)(dataset),
    rows: /from "?(fields|field_units|field_price_patterns|field_opening_hours)"?/i,
  },
  { ...overview, caller: "manager", name: "of a club", path: club("/overview") },
  { ...overview, caller: "admin", name: "of all", path: everywhere("/overview") },
  { ...page, name: "sign-in page", path: () => "/auth/login" },
  { ...page, name: "terms", path: () => "/legal/terms" },
  { ...page, name: "settings of the platform", path: () => "/api/v1/general/config" },
  {
    ...page,
    name: "calendar feed of a field",
    path: () => `/api/v1/calendars/${calendarSecret}.ics`,
    rows: /from "events"/,
  },
  {
    section: "account",
    caller: "manager",
    name: "own record",
    path: () => "/api/v1/auth/user",
    rows: /from "?(sessions|users)"?/i,
    minShare: 0.4,
  },
  {
    section: "account",
    caller: null,
    name: "sign-in",
    method: "POST",
    path: () => "/api/v1/auth/login",
    body: (_dataset, count) => ({ email: `customer${count % 10_000}@bench.test`, password: "bench-password-1" }),
    rows: /from "users"/,
  },
  { ...booking, name: "by the team", body: (dataset, count) => bookingDraft(dataset, count) },
  {
    ...booking,
    name: "with customer, mail and key",
    hasKey: true,
    body: (dataset, count) => ({ ...bookingDraft(dataset, count), customer: { userId: dataset.customerId } }),
    minShare: 0.5,
  },
];
