/** The page of the guide, and its heading, that explains each page of the product. */
import { type globalPaths, isPathOf, type organizationPaths, type scopedPaths } from "#contract/page-paths.ts";

/** In the order of the contents. */
export const guidePages = [
  "first-hour",
  "planning",
  "events",
  "series",
  "approvals",
  "rain",
  "search",
  "customers",
  "payments",
  "invoices",
  "prices",
  "opening-hours",
  "facilities",
  "import",
  "team",
  "settings",
  "overview",
  "reports",
  "activity",
  "notifications",
  "my-bookings",
  "account",
  "platform",
] as const;

/** The compiler names a page that is missing here. */
const scopedTopics: Record<(typeof scopedPaths)[number], string> = {
  "/closures": "opening-hours#closures",
  "/events": "events#list",
  "/events/$eventId": "events#one",
  "/events/$eventId/edit": "events#change",
  "/facilities": "facilities",
  "/facilities/$facilityId": "facilities#facility",
  "/facilities/$facilityId/edit": "facilities#facility",
  "/facilities/$facilityId/events": "events#list",
  "/facilities/$facilityId/fields": "facilities#field",
  "/facilities/$facilityId/gallery": "facilities#photos",
  "/facilities/create": "facilities#facility",
  "/fields": "facilities#field",
  "/fields/$fieldId": "facilities#bookable",
  "/fields/$fieldId/calendar": "facilities#calendar",
  "/fields/$fieldId/edit": "facilities#field",
  "/fields/$fieldId/events": "events#list",
  "/fields/$fieldId/gallery": "facilities#photos",
  "/fields/create": "facilities#field",
  "/invoices": "invoices",
  "/overview": "overview",
  "/payments": "payments#list",
  "/payments/$paymentId": "payments#one",
  "/payments/takings": "payments#takings",
  "/payments/unpaid": "payments#unpaid",
  "/series/$seriesId": "series#one",
  "/settings": "settings",
  "/users": "customers",
  "/users/$userId": "customers#one",
};

const organizationTopics: Record<(typeof organizationPaths)[number], string> = {
  "/activity": "activity",
  "/api-keys": "settings#keys",
  "/api-keys/create": "settings#keys",
  "/approvals": "approvals",
  "/approvals/decided": "approvals#decided",
  "/bookings/$eventId": "my-bookings#one",
  "/busy-calendars": "settings#busy-calendars",
  "/busy-calendars/$busyCalendarId": "settings#busy-calendars",
  "/busy-calendars/create": "settings#busy-calendars",
  "/busy-conflicts": "settings#busy-conflicts",
  "/closures/create": "opening-hours#closures",
  "/closures/$closureId": "opening-hours#end",
  "/customers/$customerId": "customers#one",
  "/customers/$customerId/account": "customers#account",
  "/customers/$customerId/edit": "customers#create",
  "/customers/create": "customers#create",
  "/customers/import": "import#customers",
  "/devices": "settings#devices",
  "/devices/$deviceId": "settings#device-log",
  "/devices/create": "settings#devices",
  "/edit": "settings#profile",
  "/events/create": "events#create",
  "/events/create-series": "series#create",
  "/events/import": "import#bookings",
  "/find": "my-bookings#book",
  "/getting-started": "first-hour#checklist",
  "/import": "import#facilities",
  "/joining": "customers#joining",
  "/opening-hours": "opening-hours",
  "/opening-hours/$openingHourPatternId": "opening-hours#week",
  "/opening-hours/create": "opening-hours#week",
  "/payments/$paymentId/return": "my-bookings#pay",
  "/planning": "planning",
  "/planning/print": "planning#print",
  "/prices": "prices",
  "/prices/$pricePatternId": "prices#grid",
  "/prices/create": "prices#create",
  "/reports": "reports",
  "/reports/$report": "reports#choose",
  "/roles": "team#roles",
  "/roles/$roleId": "team#roles",
  "/roles/$roleId/edit": "team#roles",
  "/roles/create": "team#roles",
  "/series/$seriesId/edit": "series#change",
  "/settings/copy": "settings#moving",
  "/settings/looks": "settings#looks",
  "/settings/page": "settings#page",
  "/settings/products": "settings#products",
  "/settings/retention": "settings#retention",
  "/settings/rules": "settings#all-rules",
  "/settings/single-sign-on": "settings#single-sign-on",
  "/settings/time-windows": "settings#time-windows",
  "/team-users": "team",
  "/team-users/$userId": "team#member",
  "/waitlist": "planning#waitlist",
  "/webhooks": "settings#webhooks",
  "/webhooks/$webhookId": "settings#webhook-log",
  "/webhooks/create": "settings#webhooks",
};

type WithoutTopic = "/guide" | "/guide/$guidePage" | `/legal/${string}`;
const globalTopics: Record<Exclude<(typeof globalPaths)[number], WithoutTopic>, string> = {
  "/": "first-hour",
  "/auth/email-change": "account#email",
  "/auth/first-administrator": "platform#first",
  "/auth/forgot-password": "account#forgotten",
  "/auth/keep-second-factor": "account#second-factor",
  "/auth/login": "account#sign-in",
  "/auth/organization": "account#sign-in",
  "/auth/logout": "account#sign-in",
  "/auth/passkey": "account#passkeys",
  "/auth/register": "account#sign-in",
  "/auth/reset-password": "account#forgotten",
  "/auth/second-factor": "account#second-factor",
  "/auth/sign-on": "account#sign-in",
  "/auth/verify-email": "account#sign-in",
  "/email-verification": "account#sign-in",
  "/find": "my-bookings#book",
  "/invitations": "my-bookings#invitations",
  "/j/$code": "account#join",
  "/join/$slug": "account#join",
  "/my-bookings": "my-bookings",
  "/my-payments": "my-bookings#payments",
  "/notifications": "notifications#bell",
  "/organizations": "platform#organizations",
  "/organizations/$organizationId": "overview#organization",
  "/organizations/create": "platform#organizations",
  "/organizations/set-up": "first-hour#set-up",
  "/paid": "my-bookings#pay",
  "/settings/data": "account#data",
  "/settings/email": "account#email",
  "/settings/notifications": "notifications#kinds",
  "/settings/password": "account#password",
  "/settings/preferences": "account#preferences",
  "/settings/privacy": "account#privacy",
  "/settings/profile": "account#profile",
  "/settings/second-factor": "account#second-factor",
  "/w/$secret": "my-bookings#wait",
};

/** Pages that are others on the platform than in an organization. */
const platformTopics: Partial<typeof scopedTopics> = {
  "/users": "platform#users",
  "/users/$userId": "platform#users",
};

const organizationPath = "/organizations/$organizationId";
const inOrganization = Object.entries({ ...scopedTopics, ...organizationTopics });

/** Topics by the paths of `contract/page-paths.ts`: `page` or `page#heading`. */
export const guideTopics: Readonly<Record<string, string>> = {
  ...globalTopics,
  ...scopedTopics,
  ...platformTopics,
  ...Object.fromEntries(inOrganization.map(([path, topic]) => [organizationPath + path, topic])),
};

/** @param path of a page, as the browser shows it @returns its topic, or undefined if the guide says nothing of it */
export function findGuideTopic(path: string): { page: string; anchor: string } | undefined {
  // A path such as `/organizations/create` also fits `/organizations/$organizationId`: the one without a part for any value is meant.
  const fitting = Object.keys(guideTopics).filter((pattern) => isPathOf(pattern, path));
  const [pattern = ""] = fitting.toSorted((one, other) => one.split("$").length - other.split("$").length);
  const [page, anchor = ""] = guideTopics[pattern]?.split("#") ?? [];
  return page ? { page, anchor } : undefined;
}
