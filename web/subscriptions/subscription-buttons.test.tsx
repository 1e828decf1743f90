import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Permission } from "#contract/permissions.ts";
import type { Subscription } from "#contract/subscriptions.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { SubscriptionButtons } from "./subscription-buttons.tsx";

const id = (last: number) => `0190a0b0-0000-7000-8000-00000000000${last}`;
const running: Subscription = {
  id: id(1),
  organization: { id: id(2), name: "Club des Lilas" },
  customer: { id: id(3), name: "Élise Roux" },
  typeId: id(4),
  name: "Year",
  state: "active",
  startsOn: "2999-01-01",
  endsOn: "2999-12-31",
  renews: true,
  endsAnyTime: false,
  graceUntil: null,
  freeze: null,
  freezeMinDays: 7,
  freezeDaysLeft: 30,
  price: 24_000,
  becomes: null,
  endReason: null,
  currency: "EUR",
  grants: [],
  created_at: "2026-06-01T08:00:00Z",
  updated_at: "2026-06-01T08:00:00Z",
};
const seller: Permission[] = ["members.show", "sales.create"];

afterEach(async () => {
  queryClient.clear();
  await cleanup();
});

async function listButtons(changes: Partial<Subscription>, permissions: readonly Permission[] = seller) {
  await ensureTemporal();
  const scope = {
    organizationId: id(2),
    isPlatform: false,
    membership: undefined,
    can: (what: Permission | { allow: unknown }) =>
      permissions.some((one) => one === (typeof what === "string" ? what : what.allow)),
    path: (rest: string) => rest,
  };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <h1>Here</h1>
        <SubscriptionButtons subscription={{ ...running, ...changes }} />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  await expect.element(page.getByRole("heading", { name: "Here" })).toBeVisible();
  return page
    .getByRole("button")
    .elements()
    .map(({ textContent }) => textContent);
}

const inTwoMonths = () => Temporal.Now.plainDateISO().add({ days: 60 }).toString();

test("what can be done follows the state", async () => {
  expect(await listButtons({})).toEqual(["Terms and freezes", "Freeze", "Change type", "Do not renew"]);
  expect(await listButtons({ endsOn: inTwoMonths() })).toContain("Renew");
  expect(await listButtons({ freezeDaysLeft: 6 })).not.toContain("Freeze");
  const frozen = { state: "frozen", freeze: { from: "2026-06-01", to: "2999-06-30" } } as const;
  expect(await listButtons(frozen)).toEqual(["Terms and freezes", "Unfreeze", "Change type", "Do not renew"]);
  expect(await listButtons({ state: "grace", endsOn: "2026-06-01" })).toEqual(["Terms and freezes", "Do not renew"]);
  expect(await listButtons({ state: "ended", renews: false })).toEqual(["Terms and freezes"]);
  expect(await listButtons({ state: "canceled" })).toEqual(["Terms and freezes"]);
});

test("one that was ended with a reason can renew again; one whose type does not renew cannot", async () => {
  expect(await listButtons({ renews: false, endReason: "Moves away" })).toContain("Let it renew");
  expect(await listButtons({ renews: false })).not.toContain("Let it renew");
});

test("who may not sell only reads", async () => {
  expect(await listButtons({}, ["members.show"])).toEqual(["Terms and freezes"]);
  expect(await listButtons({}, [])).toEqual([]);
});
