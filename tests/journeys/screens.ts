import { type AccountName, callApi, demoToken } from "./people.ts";

export interface Screen {
  name: string;
  /** The demo account that is signed in; undefined: nobody. */
  as?: AccountName;
  path: string | ((places: DemoIds) => string);
}

export interface DemoIds {
  organization: string;
  facility: string;
  field: string;
  event: string;
  /** The member's own. */
  booking: string;
  openingHours: string;
  /** A price pattern. */
  prices: string;
  payment: string;
  person: string;
  customer: string;
  series: string;
  seriesDate: string;
  membershipType: string;
  /** A type of memberships that members buy by themselves. */
  onSale: string;
  closure: string;
}

export async function findDemoIds(as: AccountName): Promise<DemoIds> {
  const token = demoToken(as);
  const first = async (path: string, of = token) => {
    const { data } = await callApi<{ id: string }[]>("GET", path, { token: of });
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
    booking: await first(`${within}/events?mine=true`, demoToken("member")),
    openingHours: await first(`${within}/opening-hour-patterns?q=padel`),
    prices: await first(`${within}/price-patterns`),
    payment: await first(`${within}/payments?method=card`),
    person: await first(`${within}/users?type=team&q=garcia`),
    customer: await first(`${within}/customers?q=laurent`),
    ...(await findSeries(within, token)),
    closure: await first(`${within}/closures`),
    membershipType: await first(`${within}/subscription-types`),
    onSale: await findOnSale(within),
  };
}

async function findOnSale(within: string): Promise<string> {
  const path = `${within}/passes-on-sale`;
  const { data } = await callApi<{ passes: { kind: string; typeId: string }[] }>("GET", path, {
    token: demoToken("member"),
  });
  const found = data.passes.find(({ kind }) => kind === "subscription");
  if (!found) throw new Error(`${path} is empty`);
  return found.typeId;
}

async function findSeries(within: string, token: string): Promise<Pick<DemoIds, "series" | "seriesDate">> {
  const path = `${within}/events?type=training&per_page=100`;
  const { data } = await callApi<{ id: string; seriesId: string | null }[]>("GET", path, { token });
  const [found] = data.flatMap(({ id, seriesId }) => (seriesId === null ? [] : { series: seriesId, seriesDate: id }));
  if (!found) throw new Error(`${path} has no series`);
  return found;
}

const organizationScreen = (name: string, rest: string | ((places: DemoIds) => string)): Screen => ({
  name: `the organization's ${name}`,
  as: "owner",
  path: (places) => `/organizations/${places.organization}${typeof rest === "string" ? rest : rest(places)}`,
});
const platformScreen = (name: string, path: Screen["path"]): Screen => ({
  name: `the platform's ${name}`,
  as: "admin",
  path,
});
const personalScreen = (name: string, path: string): Screen => ({ name, as: "member", path });

export const viewers: [who: string, as: AccountName | undefined][] = [
  ["a stranger", undefined],
  ["a member", "member"],
  ["an owner", "owner"],
  ["an administrator of the platform", "admin"],
];
export const listScreens = (as: AccountName | undefined): Screen[] => screens.filter((screen) => screen.as === as);

const screens: Screen[] = [
  { name: "login", path: "/auth/login" },
  { name: "registration", path: "/auth/register" },
  { name: "joining", path: "/auth/register?email=invited@journeys.test" },
  { name: "code of a join link that does not work", path: "/j/ABCD-EFGH" },
  { name: "link that stops emails", path: "/unsubscribe/AAAA~own_booking_reminder~AAAA" },
  { name: "invitation of a player that does not work", path: "/p/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  { name: "link of an offer that does not work", path: "/w/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  {
    name: "link of a booking without an account that has ended",
    path: "/b/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  },
  { name: "link to all debts that has ended", path: "/d/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  { name: "club without booking for guests", path: "/book/nobody-has-this" },
  { name: "closed joining", path: "/join/nobody-has-this" },
  { name: "forgotten password", path: "/auth/forgot-password" },
  { name: "sign-in of an organization", path: "/auth/organization" },
  { name: "password reset", path: "/auth/reset-password?email=somebody@journeys.test" },
  { name: "link of the mail", path: "/auth/verify-email?token=some-token" },
  { name: "link to a new email", path: "/auth/email-change?token=some-token" },
  { name: "link to the email before", path: "/auth/email-change?token=some-token&undo=1" },
  { name: "broken link to a new email", path: "/auth/email-change" },
  { name: "answer of a sign-in elsewhere", path: "/auth/sign-on" },
  { name: "link that keeps a second factor", path: "/auth/keep-second-factor?token=some-token" },
  { name: "broken link that keeps a second factor", path: "/auth/keep-second-factor" },
  { name: "broken link of the mail", path: "/auth/verify-email" },
  { name: "the end of a guest's payment", path: "/paid" },
  { name: "a guest's payment that was left", path: "/paid?closed=1" },
  { name: "terms of service", path: "/legal/terms" },
  { name: "privacy policy", path: "/legal/privacy" },
  { name: "imprint", path: "/legal/imprint" },
  { name: "contents of the guide", path: "/guide" },
  { name: "page of the guide", path: "/guide/planning#move" },
  personalScreen("member's overview", "/overview"),
  personalScreen("own bookings", "/my-bookings"),
  personalScreen("own payments", "/my-payments"),
  {
    name: "booking for oneself",
    as: "member",
    path: ({ organization }) => `/organizations/${organization}/events/create`,
  },
  { name: "club", as: "member", path: ({ organization }) => `/organizations/${organization}/overview` },
  { name: "finder", as: "member", path: ({ organization }) => `/organizations/${organization}/find` },
  {
    name: "own booking",
    as: "member",
    path: ({ organization, booking }) => `/organizations/${organization}/bookings/${booking}`,
  },
  {
    name: "memberships and packs on sale",
    as: "member",
    path: ({ organization }) => `/organizations/${organization}/shop`,
  },
  {
    name: "a purchase",
    as: "member",
    path: ({ organization, onSale }) => `/organizations/${organization}/shop/subscription/${onSale}`,
  },
  {
    name: "missing order",
    as: "member",
    path: ({ organization }) => `/organizations/${organization}/orders/019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91`,
  },
  personalScreen("invitations", "/invitations"),
  personalScreen("notifications of nobody's team", "/notifications"),
  personalScreen("profile", "/settings/profile"),
  personalScreen("preferences", "/settings/preferences"),
  personalScreen("password and sessions", "/settings/password"),
  personalScreen("change of the email", "/settings/email"),
  personalScreen("two-step sign-in", "/settings/second-factor"),
  personalScreen("privacy", "/settings/privacy"),
  personalScreen("copy of one's data", "/settings/data"),
  personalScreen("kinds of notifications of nobody's team", "/settings/notifications"),
  personalScreen("missing permission", "/organizations/create"),
  { name: "owner's overview", as: "owner", path: "/overview" },
  { name: "owner's notifications", as: "owner", path: "/notifications" },
  { name: "owner's unread notifications", as: "owner", path: "/notifications?topic=money&unread=true" },
  { name: "owner's kinds of notifications", as: "owner", path: "/settings/notifications" },
  organizationScreen("details", "/overview"),
  organizationScreen("first steps", "/getting-started"),
  organizationScreen("facilities", "/facilities"),
  organizationScreen("search without results", "/facilities?q=nothing"),
  organizationScreen("new facility", "/facilities/create"),
  organizationScreen("facility", ({ facility }) => `/facilities/${facility}`),
  organizationScreen("facility to edit", ({ facility }) => `/facilities/${facility}/edit`),
  organizationScreen("fields of a facility", ({ facility }) => `/facilities/${facility}/fields`),
  organizationScreen("events of a facility", ({ facility }) => `/facilities/${facility}/events`),
  organizationScreen("gallery of a facility", ({ facility }) => `/facilities/${facility}/gallery`),
  organizationScreen("fields", "/fields"),
  organizationScreen("new field", "/fields/create"),
  organizationScreen("field", ({ field }) => `/fields/${field}`),
  organizationScreen("field to edit", ({ field }) => `/fields/${field}/edit`),
  organizationScreen("fields of one facility", ({ facility }) => `/fields?facilityId=${facility}&status=open`),
  organizationScreen("events of a field", ({ field }) => `/fields/${field}/events`),
  organizationScreen("gallery of a field", ({ field }) => `/fields/${field}/gallery`),
  organizationScreen("calendar of a field", ({ field }) => `/fields/${field}/calendar`),
  organizationScreen("prices", "/prices"),
  organizationScreen("new prices", "/prices/create"),
  organizationScreen("prices to edit", ({ prices }) => `/prices/${prices}`),
  organizationScreen("import", "/import"),
  organizationScreen("import-bookings", "/events/import"),
  organizationScreen("opening hours", "/opening-hours"),
  organizationScreen("new opening hours", "/opening-hours/create"),
  organizationScreen("opening hours to edit", ({ openingHours }) => `/opening-hours/${openingHours}`),
  organizationScreen("closures", "/closures"),
  organizationScreen("past closures", "/closures?past=true"),
  organizationScreen("closure", ({ closure }) => `/closures/${closure}`),
  organizationScreen("new closure", "/closures/create"),
  organizationScreen("events", "/events"),
  organizationScreen("new event", ({ field }) => `/events/create?fieldId=${field}`),
  organizationScreen("series", ({ series }) => `/series/${series}`),
  organizationScreen(
    "series to edit",
    ({ series, seriesDate }) => `/series/${series}/edit?eventId=${seriesDate}&scope=all`,
  ),
  organizationScreen("new series", ({ field }) => `/events/create-series?fieldId=${field}`),
  organizationScreen("event", ({ event }) => `/events/${event}`),
  organizationScreen("event to edit", ({ event }) => `/events/${event}/edit`),
  organizationScreen("event to move", ({ event }) => `/events/${event}/edit?part=when`),
  organizationScreen("unpaid events", "/events?unpaid=true"),
  organizationScreen("unpaid", "/payments/unpaid"),
  organizationScreen("takings", "/payments/takings"),
  organizationScreen("till", "/payments/till"),
  organizationScreen("reports of tills", "/payments/till/reports"),
  organizationScreen("tills to set up", "/settings/tills"),
  organizationScreen("requests to approve", "/approvals"),
  organizationScreen("decided requests", "/approvals/decided"),
  organizationScreen("requests of a search", "/approvals?order=oldest&q=nothing"),
  organizationScreen("events of a day", () => "/events?status=approved&type=training"),
  organizationScreen("planning of a month", "/planning?view=month"),
  organizationScreen("day on paper", ({ facility }) => `/planning/print?facilityId=${facility}`),
  organizationScreen("day of a field on paper", ({ field }) => `/planning/print?sheet=door&fieldId=${field}`),
  organizationScreen("week of a field on paper", ({ field }) => `/planning/print?sheet=week&fieldId=${field}&prices=1`),
  organizationScreen("looks", "/settings/looks"),
  organizationScreen("types of memberships", "/settings/memberships"),
  organizationScreen("new type of memberships", "/settings/memberships/create"),
  organizationScreen("type of memberships", ({ membershipType }) => `/settings/memberships/${membershipType}`),
  organizationScreen("types of packs", "/settings/packs"),
  organizationScreen("promo codes", "/settings/promo-codes"),
  organizationScreen("extras", "/settings/extras"),
  organizationScreen("public page", "/settings/page"),
  organizationScreen("products and rates", "/settings/products"),
  organizationScreen("retention", "/settings/retention"),
  organizationScreen("text messages", "/settings/sms"),
  organizationScreen("rules", "/settings/rules"),
  organizationScreen("single sign-on", "/settings/single-sign-on"),
  organizationScreen("time windows", "/settings/time-windows"),
  organizationScreen("copy of everything", "/settings/copy"),
  organizationScreen("API keys", "/api-keys"),
  organizationScreen("new API key", "/api-keys/create"),
  organizationScreen("webhooks", "/webhooks"),
  organizationScreen("new webhook", "/webhooks/create"),
  organizationScreen("doors and lights", "/devices"),
  organizationScreen("new device", "/devices/create"),
  organizationScreen("busy calendars", "/busy-calendars"),
  organizationScreen("new busy calendar", "/busy-calendars/create"),
  organizationScreen("bookings in busy times", "/busy-conflicts"),
  organizationScreen("reports", "/reports"),
  organizationScreen("report of occupancy", "/reports/occupancy"),
  organizationScreen("report of revenue", "/reports/revenue"),
  organizationScreen("report of cancellations", "/reports/cancellations"),
  organizationScreen("report of customers", "/reports/customers"),
  organizationScreen("team", "/team-users"),
  organizationScreen("customers", "/users"),
  organizationScreen("requests to join and join links", "/joining"),
  organizationScreen("who waits", "/waitlist"),
  organizationScreen("customer", ({ customer }) => `/customers/${customer}`),
  organizationScreen("customer's account", ({ customer }) => `/customers/${customer}/account`),
  organizationScreen("customer to edit", ({ customer }) => `/customers/${customer}/edit`),
  organizationScreen("new customer", "/customers/create"),
  organizationScreen("import of customers", "/customers/import"),
  organizationScreen("member of the team", ({ person }) => `/team-users/${person}`),
  organizationScreen("roles", "/roles"),
  organizationScreen("built-in role", "/roles/3"),
  organizationScreen("new role", "/roles/create"),
  organizationScreen("invoices", "/invoices"),
  organizationScreen("accounting", "/accounting"),
  organizationScreen("receipt log", "/accounting/receipt-log"),
  organizationScreen("journals", "/accounting/journal"),
  organizationScreen("accounts", "/accounting/accounts"),
  organizationScreen("payouts", "/accounting/payouts"),
  organizationScreen("deferred income", "/accounting/deferred?period=2026"),
  organizationScreen("closing of months", "/accounting/closing"),
  organizationScreen("accounting of a year", "/accounting?period=2026&basis=received"),
  organizationScreen("credit notes of a year", "/invoices?kind=credit_note&from=2026-01-01"),
  organizationScreen("memberships", "/memberships"),
  organizationScreen("import of memberships", "/memberships/import"),
  organizationScreen("packs", "/packs"),
  organizationScreen("vouchers", "/vouchers"),
  organizationScreen("import of packs", "/packs/import"),
  organizationScreen("payments", "/payments"),
  organizationScreen("payments of a month", "/payments?status=succeeded&method=card&from=2026-01-01&to=2026-12-31"),
  organizationScreen("payment", ({ payment }) => `/payments/${payment}`),
  organizationScreen("missing payment", "/payments/019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"),
  organizationScreen("activity", "/activity"),
  organizationScreen("settings", "/settings"),
  organizationScreen("details to edit", "/edit"),
  platformScreen("overview", "/overview"),
  platformScreen("organizations", "/organizations"),
  platformScreen("new club", "/organizations/set-up"),
  platformScreen("users", "/users"),
  platformScreen("user", ({ person }) => `/users/${person}`),
  platformScreen("new organization", "/organizations/create"),
  platformScreen("facilities", "/facilities"),
  platformScreen("new facility", "/facilities/create"),
  platformScreen("facility", ({ facility }) => `/facilities/${facility}`),
  platformScreen("facility to edit", ({ facility }) => `/facilities/${facility}/edit`),
  platformScreen("gallery of a facility", ({ facility }) => `/facilities/${facility}/gallery`),
  platformScreen("fields", "/fields"),
  platformScreen("new field", "/fields/create"),
  platformScreen("field", ({ field }) => `/fields/${field}`),
  platformScreen("field to edit", ({ field }) => `/fields/${field}/edit`),
  platformScreen("events", "/events"),
  platformScreen("events of an hour", "/events?weekday=6&hour=10&kind=event&stands=true"),
  platformScreen("closures", "/closures"),
  platformScreen("closures of a day", "/closures?date=2031-06-15"),
  platformScreen("invoices", "/invoices"),
  platformScreen("event", ({ event }) => `/events/${event}`),
  platformScreen("payments", "/payments"),
  platformScreen("payment", ({ payment }) => `/payments/${payment}`),
];
