import { expect, test } from "vitest";
import { globalPaths, isPathOf, organizationPaths, scopedPaths } from "#contract/page-paths.ts";
import { type DemoIds, listScreens, viewers } from "./journeys/screens.ts";

const organizationPath = "/organizations/$organizationId";

/** Pages that the demo cannot show, with the journeys that look at them. */
const elsewhere: Record<string, string> = {
  "/": "leads to the overview or to the login",
  "/auth/first-administrator": "first-administrator.spec.ts, on an empty server",
  "/auth/logout": "leads to the login",
  "/auth/passkey": "passkeys.spec.ts, after a password",
  "/auth/second-factor": "second-factor.spec.ts, after a password",
  "/email-verification": "accessibility.spec.ts, with a new account",
  "/find": "leads to the finder of an organization",
  "/planning": "leads to the planning of an organization",
  "/my-bookings/$participantId": "players.spec.ts, once a player has said yes to a booking of somebody else",
  [organizationPath]: "leads to the overview of the organization",
  [`${organizationPath}/busy-calendars/$busyCalendarId`]: "busy-calendars.spec.ts, with a calendar of its own",
  [`${organizationPath}/devices/$deviceId`]: "devices.spec.ts, with a device of its own",
  "/vouchers/$voucherId": "vouchers.spec.ts, with a voucher of its own",
  [`${organizationPath}/webhooks/$webhookId`]: "webhooks.spec.ts, with a webhook of its own",
  [`${organizationPath}/accounting/payouts/$payoutId`]: "accounting.spec.ts, once the payment service has paid out",
  [`${organizationPath}/payments/$paymentId/return`]: "payments.spec.ts, after the page of the payment service",
  [`${organizationPath}/payments/till/reports/$tillClosingId`]: "tills.spec.ts, once a till is closed",
  [`${organizationPath}/roles/$roleId/edit`]: "roles.spec.ts, with a role of its own",
};

/** A page that stands in an organization and on the platform is looked at in one of them. */
const pages = [
  ...globalPaths.map((path) => [path]),
  ...scopedPaths.map((path) => [path, organizationPath + path]),
  ...organizationPaths.map((path) => [organizationPath + path]),
];

test("every page is a screen that is looked at in both languages, themes and sizes", () => {
  const ids = new Proxy({}, { get: (_, name) => `some-${String(name)}` }) as DemoIds;
  const paths = viewers
    .flatMap(([, as]) => listScreens(as))
    .map(({ path }) => (typeof path === "string" ? path : path(ids)))
    .map((address) => address.replace(/[?#].*/, ""));
  // `/events/create` is no event.
  const literals = new Set<string>(pages.flat().filter((pattern) => !pattern.includes("$", organizationPath.length)));
  const isShown = (pattern: string) =>
    paths.some((path) => {
      const general = path.replace(/^\/organizations\/some-organization/, organizationPath);
      return isPathOf(pattern, path) && (general === pattern || !literals.has(general));
    });
  const missing = pages.filter((one) => !one.some(isShown)).map(([pattern = ""]) => pattern);
  expect(missing.toSorted()).toEqual(Object.keys(elsewhere).toSorted());
});
