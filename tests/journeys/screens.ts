/** Every screen of the product, and who looks at it. */
import { type AccountName, ask, tokenOf } from "./people.ts";

export interface Screen {
  name: string;
  /** The demo account that is signed in; nobody where it is missing. */
  as?: AccountName;
  /** Its address; one that names a thing asks which things there are. */
  path: string | ((places: Places) => string);
}

/** Some of the demo's things. */
export interface Places {
  organization: string;
  facility: string;
  field: string;
  event: string;
  openingHours: string;
  /** A price pattern. */
  prices: string;
  payment: string;
  /** Somebody of the team. */
  person: string;
}

/** @param as whose first organization and whose things */
export async function findPlaces(as: AccountName): Promise<Places> {
  const token = tokenOf(as);
  const first = async (path: string) => {
    const { data } = await ask<{ id: string }[]>("GET", path, { token });
    if (!data[0]) throw new Error(`${path} is empty`);
    return data[0].id;
  };
  const organization = await first("/organizations/search?q=berges");
  const within = `/organizations/${organization}`;
  return {
    organization,
    facility: await first(`${within}/facilities?q=parc`),
    field: await first(`${within}/fields?q=central`),
    event: await first(`${within}/events`),
    openingHours: await first(`${within}/opening-hour-patterns?q=padel`),
    prices: await first(`${within}/price-patterns`),
    payment: await first(`${within}/payments?method=card`),
    person: await first(`${within}/users?type=team&q=garcia`),
  };
}

const inside = (name: string, rest: string | ((places: Places) => string)): Screen => ({
  name: `the organization's ${name}`,
  as: "owner",
  path: (places) => `/organizations/${places.organization}${typeof rest === "string" ? rest : rest(places)}`,
});
const onPlatform = (name: string, path: Screen["path"]): Screen => ({
  name: `the platform's ${name}`,
  as: "admin",
  path,
});
const own = (name: string, path: string): Screen => ({ name, as: "member", path });

/** Who looks, and as which account. */
export const viewers: [who: string, as: AccountName | undefined][] = [
  ["a stranger", undefined],
  ["a member", "member"],
  ["an owner", "owner"],
  ["an administrator of the platform", "admin"],
];
export const screensOf = (as: AccountName | undefined): Screen[] => screens.filter((screen) => screen.as === as);

const screens: Screen[] = [
  { name: "login", path: "/auth/login" },
  { name: "registration", path: "/auth/register" },
  { name: "joining", path: "/auth/register?email=invited@journeys.test" },
  { name: "forgotten password", path: "/auth/forgot-password" },
  { name: "password reset", path: "/auth/reset-password?email=somebody@journeys.test" },
  { name: "link of the mail", path: "/auth/verify-email?token=some-token" },
  { name: "broken link of the mail", path: "/auth/verify-email" },
  { name: "the end of a guest's payment", path: "/paid" },
  { name: "a guest's payment that was left", path: "/paid?closed=1" },
  { name: "terms of service", path: "/legal/terms" },
  { name: "privacy policy", path: "/legal/privacy" },
  own("member's overview", "/overview"),
  own("own bookings", "/my-bookings"),
  own("own payments", "/my-payments"),
  {
    name: "booking for oneself",
    as: "member",
    path: ({ organization }) => `/organizations/${organization}/events/create`,
  },
  own("invitations", "/invitations"),
  own("profile", "/settings/profile"),
  own("preferences", "/settings/preferences"),
  own("password and sessions", "/settings/password"),
  own("missing permission", "/organizations/create"),
  inside("overview", "/overview"),
  inside("facilities", "/facilities"),
  inside("search without results", "/facilities?q=nothing"),
  inside("new facility", "/facilities/create"),
  inside("facility", ({ facility }) => `/facilities/${facility}`),
  inside("facility to edit", ({ facility }) => `/facilities/${facility}/edit`),
  inside("fields of a facility", ({ facility }) => `/facilities/${facility}/fields`),
  inside("events of a facility", ({ facility }) => `/facilities/${facility}/events`),
  inside("gallery of a facility", ({ facility }) => `/facilities/${facility}/gallery`),
  inside("fields", "/fields"),
  inside("new field", "/fields/create"),
  inside("field", ({ field }) => `/fields/${field}`),
  inside("field to edit", ({ field }) => `/fields/${field}/edit`),
  inside("fields of one facility", ({ facility }) => `/fields?facilityId=${facility}&status=open`),
  inside("events of a field", ({ field }) => `/fields/${field}/events`),
  inside("gallery of a field", ({ field }) => `/fields/${field}/gallery`),
  inside("calendar of a field", ({ field }) => `/fields/${field}/calendar`),
  inside("prices", "/prices"),
  inside("new prices", "/prices/create"),
  inside("prices to edit", ({ prices }) => `/prices/${prices}`),
  inside("import", "/import"),
  inside("opening hours", "/opening-hours"),
  inside("new opening hours", "/opening-hours/create"),
  inside("opening hours to edit", ({ openingHours }) => `/opening-hours/${openingHours}`),
  inside("closures", "/closures"),
  inside("past closures", "/closures?past=true"),
  inside("new closure", "/closures/create"),
  inside("events", "/events"),
  inside("new event", ({ field }) => `/events/create?fieldId=${field}`),
  inside("new series", ({ field }) => `/events/create-series?fieldId=${field}`),
  inside("event", ({ event }) => `/events/${event}`),
  inside("event to edit", ({ event }) => `/events/${event}/edit`),
  inside("event to move", ({ event }) => `/events/${event}/edit?part=when`),
  inside("unpaid events", "/events?unpaid=true"),
  inside("events of a day", () => "/events?status=approved&type=training"),
  inside("planning of a month", "/planning?view=month"),
  inside("day on paper", ({ facility }) => `/planning/print?facilityId=${facility}`),
  inside("day of a field on paper", ({ field }) => `/planning/print?sheet=door&fieldId=${field}`),
  inside("week of a field on paper", ({ field }) => `/planning/print?sheet=week&fieldId=${field}&prices=1`),
  inside("team", "/team-users"),
  inside("customers", "/users"),
  inside("member of the team", ({ person }) => `/team-users/${person}`),
  inside("roles", "/roles"),
  inside("built-in role", "/roles/3"),
  inside("new role", "/roles/create"),
  inside("invoices", "/invoices"),
  inside("credit notes of a year", "/invoices?kind=credit_note&from=2026-01-01"),
  inside("payments", "/payments"),
  inside("payments of a month", "/payments?status=succeeded&method=card&from=2026-01-01&to=2026-12-31"),
  inside("payment", ({ payment }) => `/payments/${payment}`),
  inside("missing payment", "/payments/019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"),
  inside("activity", "/activity"),
  inside("settings", "/settings"),
  inside("details to edit", "/edit"),
  onPlatform("overview", "/overview"),
  onPlatform("organizations", "/organizations"),
  onPlatform("users", "/users"),
  onPlatform("user", ({ person }) => `/users/${person}`),
  onPlatform("new organization", "/organizations/create"),
  onPlatform("facilities", "/facilities"),
  onPlatform("new facility", "/facilities/create"),
  onPlatform("facility", ({ facility }) => `/facilities/${facility}`),
  onPlatform("facility to edit", ({ facility }) => `/facilities/${facility}/edit`),
  onPlatform("gallery of a facility", ({ facility }) => `/facilities/${facility}/gallery`),
  onPlatform("fields", "/fields"),
  onPlatform("new field", "/fields/create"),
  onPlatform("field", ({ field }) => `/fields/${field}`),
  onPlatform("field to edit", ({ field }) => `/fields/${field}/edit`),
  onPlatform("events", "/events"),
  onPlatform("events of an hour", "/events?weekday=6&hour=10&kind=event&stands=true"),
  onPlatform("closures", "/closures"),
  onPlatform("closures of a day", "/closures?date=2031-06-15"),
  onPlatform("invoices", "/invoices"),
  onPlatform("event", ({ event }) => `/events/${event}`),
  onPlatform("payments", "/payments"),
  onPlatform("payment", ({ payment }) => `/payments/${payment}`),
];
