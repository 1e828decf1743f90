/** The calls that are measured, and their limits: the least share of the bare SQL's processor time. */
import type { CallerName } from "#bench/data/fill.ts";

export interface Dataset {
  /** The same rows at each size. */
  clubId: string;
  /** A tenth of all events. */
  largeId: string;
  fieldIds: readonly string[];
  customerId: string;
  date: string;
}
export interface BenchCall {
  section: "lists" | "search" | "planning" | "availability" | "overview" | "account" | "booking";
  name: string;
  caller: CallerName | null;
  method?: "GET" | "POST";
  path(dataset: Dataset): string;
  /** Sends an `Idempotency-Key`. */
  hasKey?: boolean;
  /** @param count of calls before: no two bodies are the same */
  body?(dataset: Dataset, count: number): object;
  /** Statements of the call that fetch or write its rows. Others belong to the gate and to rules. */
  rows: RegExp;
  minShare?: number;
}

const club = (rest: string) => (dataset: Dataset) => `/organizations/${dataset.clubId}${rest}`;
const large = (rest: string) => (dataset: Dataset) => `/organizations/${dataset.largeId}${rest}`;
const everywhere = (rest: string) => () => `/organizations/all${rest}`;
const list = { section: "lists", caller: "manager" } as const;
const search = { section: "search", caller: "manager" } as const;

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
const booking = {
  section: "booking",
  caller: "staff",
  method: "POST",
  path: club("/events"),
  rows: /insert into/i,
} as const;

export const calls: readonly BenchCall[] = [
  { ...list, name: "events of a club", path: club("/events"), rows: /"events"/, minShare: 0.6 },
  { ...list, name: "events of a club, page 10", path: club("/events?page=10"), rows: /"events"/ },
  { ...list, name: "approved events of a club", path: club("/events?status=approved"), rows: /"events"/ },
  { ...list, name: "events of the largest", path: large("/events"), rows: /"events"/ },
  { ...list, name: "payments of a club", path: club("/payments"), rows: /"payments"/ },
  { ...list, name: "activity of a club", path: club("/activity"), rows: /"activity"/ },
  { ...list, name: "people of a club", path: club("/users"), rows: /from "(memberships|users|membership_roles)"/ },
  {
    ...list,
    caller: "admin",
    name: "events of all",
    path: everywhere("/events"),
    rows: /"events"/,
    minShare: 0.5,
  },
  {
    ...list,
    caller: "admin",
    name: "events of all, page 10",
    path: everywhere("/events?page=10"),
    rows: /"events"/,
  },
  { ...list, caller: "admin", name: "payments of all", path: everywhere("/payments"), rows: /"payments"/ },
  { ...list, caller: "admin", name: "people of all", path: () => "/admin/users", rows: /from "users"/ },
  { ...list, caller: "admin", name: "organizations", path: () => "/organizations", rows: /from "organizations" where/ },
  { ...search, name: "common text, a club", path: club("/events?q=tennis"), rows: /"events"/ },
  { ...search, name: "common text, the largest", path: large("/events?q=tennis"), rows: /"events"/ },
  {
    ...search,
    caller: "admin",
    name: "common text, all",
    path: everywhere("/events?q=tennis"),
    rows: /"events"/,
  },
  {
    ...search,
    caller: "admin",
    name: "rare text, all",
    path: everywhere("/events?q=bench-nowhere"),
    rows: /"events"/,
  },
  {
    ...search,
    caller: "admin",
    name: "a person, all",
    path: () => "/admin/users?q=lindqvist",
    rows: /from "users"/,
  },
  {
    section: "planning",
    caller: "manager",
    name: "day of 20 fields",
    path: (dataset) => club(`/planning?from=${dataset.date}&to=${dataset.date}`)(dataset),
    rows: /from "?(events|fields)"?/i,
    minShare: 0.6,
  },
  {
    section: "availability",
    caller: "member",
    name: "day of 20 fields",
    path: (dataset) => club(`/availability?date=${dataset.date}`)(dataset),
    rows: /from "?(fields|field_units|field_price_patterns|field_opening_hours)"?/i,
  },
  {
    section: "overview",
    caller: "manager",
    name: "of a club",
    path: club("/overview"),
    rows: /overview_|from "?events"?/i,
  },
  {
    section: "overview",
    caller: "admin",
    name: "of all",
    path: everywhere("/overview"),
    rows: /overview_|from "?events"?/i,
  },
  {
    section: "account",
    caller: "manager",
    name: "own record",
    path: () => "/auth/user",
    rows: /from "?(sessions|users)"?/i,
    minShare: 0.4,
  },
  {
    section: "account",
    caller: null,
    name: "sign-in",
    method: "POST",
    path: () => "/auth/login",
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
