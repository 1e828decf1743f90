import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { SubscriptionCancellation } from "#contract/payments.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { token } from "#web/kit/data/session.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import CancelSubscriptionButton from "./cancel-subscription-button.tsx";

const id = (last: number) => `0190a0b0-0000-7000-8000-00000000000${last}`;
const outcome: SubscriptionCancellation = {
  ...{ name: "Year", usedDays: 20, ofDays: 365, kept: 1644, amount: 28_356, forgiven: 0 },
  ...{ currency: "EUR", method: "cash", refusal: null },
};

let sent: { address: string; body: unknown; key: string | null }[] = [];
let dryRun: SubscriptionCancellation;
beforeEach(() => {
  sent = [];
  dryRun = outcome;
  const fetched = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!/\/cancel(lation)?$/.test(String(address))) return fetched(address, init);
    if (init.method !== "POST") return Response.json({ data: dryRun });
    sent.push({
      address,
      body: JSON.parse(init.body as string),
      key: new Headers(init.headers).get("idempotency-key"),
    });
    // Long enough for a second click.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return Response.json({ data: dryRun, message: "Membership canceled" });
  });
  token.set("secret");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  token.clear();
  queryClient.clear();
  await cleanup();
});

const dialog = page.getByRole("dialog");
const submit = dialog.getByRole("button", { name: "Cancel today" });
const reason = dialog.getByLabelText("Reason");

async function open(mayRefund = true) {
  const scope = {
    organizationId: id(2),
    isPlatform: false,
    membership: undefined,
    can: (what: string | { allow: unknown }) =>
      mayRefund && typeof what !== "string" && what.allow === "payments.refund",
    path: (rest: string) => rest,
  };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <h1>Here</h1>
        <CancelSubscriptionButton organizationId={id(2)} subscriptionId={id(1)} name="Year" />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  await expect.element(page.getByRole("heading", { name: "Here" })).toBeVisible();
  if (mayRefund) await page.getByRole("button", { name: "Cancel today: Year" }).click();
}

test("it says what comes back before it is canceled, and two clicks cancel once", async () => {
  await open();
  await expect.element(dialog.getByText(/20 of 365 days/)).toBeVisible();
  await expect.element(dialog.getByText(/€16\.44/)).toBeVisible();
  await expect.element(dialog.getByText(/€283\.56 \(Cash\)/)).toBeVisible();
  await expect.element(dialog.getByText("Owed no more")).not.toBeInTheDocument();
  await submit.click();
  await expect.element(reason).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await reason.fill("Moves away");
  await submit.dblClick();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual([
    {
      address: `/api/v1/organizations/${id(2)}/subscriptions/${id(1)}/cancel`,
      body: { reason: "Moves away", refund: true },
      key: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    },
  ]);
});

test("the money can be kept", async () => {
  await open();
  await dialog.getByText("Give nothing back", { exact: true }).click();
  await reason.fill("Broke the rules");
  await submit.click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ reason: "Broke the rules", refund: false }]);
});

test("what is not paid is owed no more, and nothing is asked about money that nobody gave", async () => {
  dryRun = { ...outcome, amount: 0, forgiven: 28_356, method: null };
  await open();
  await expect.element(dialog.getByText("Owed no more")).toBeVisible();
  await expect.element(dialog.getByText("Give nothing back", { exact: true })).not.toBeInTheDocument();
});

test("one that cannot be canceled says why, without a form", async () => {
  dryRun = { ...outcome, amount: 0, refusal: "This membership does not run.", method: null };
  await open();
  await expect.element(dialog.getByText("This membership does not run.")).toBeVisible();
  await expect.element(submit).not.toBeInTheDocument();
});

test("who may not give money back does not see it", async () => {
  await open(false);
  await expect.element(page.getByRole("button", { name: "Cancel today: Year" })).not.toBeInTheDocument();
});
