import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type BookingRequest, MAX_DECIDED_EVENTS } from "#contract/approvals.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { useDecisions } from "./use-decisions.ts";

const series = (name: string, dates: number) =>
  ({
    id: name,
    name,
    customer: null,
    eventIds: Array.from({ length: dates }, (_, index) => `${name} ${index}`),
  }) as unknown as BookingRequest;
const requests = [series("Lessons", 400), series("School", 200), series("Match", 1)];

function Rejection() {
  const [rejected, setRejected] = useState<readonly BookingRequest[] | undefined>(requests);
  const { decide } = useDecisions("");
  return (
    <RejectDialog
      requests={rejected}
      onClose={() => setRejected(undefined)}
      onReject={(chosen, draft) => decide(chosen, { answer: "reject", ...draft })}
    />
  );
}
const open = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Rejection />
    </QueryClientProvider>
  ));
const reason = page.getByLabelText("Reason");
const reject = page.getByRole("button", { name: "Reject 3" });

afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await cleanup();
});

test("a rejection that fails keeps the dialog with the reason; one that succeeds closes it", async () => {
  let status = 503;
  const fetched = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!String(address).endsWith("/approvals")) return fetched(address, init);
    const { eventIds } = JSON.parse(init.body as string) as { eventIds: string[] };
    return Response.json({ data: { decided: eventIds, refused: [] }, message: "Busy" }, { status });
  });
  await open();
  await reason.fill("The hall is under repair");
  await reject.click();
  await expect.element(page.getByText("Busy")).toBeVisible();
  await expect.element(reason).toHaveValue("The hall is under repair");
  status = 200;
  await reject.click();
  await expect.element(reason).not.toBeInTheDocument();
});

test("more dates than one request takes are sent in parts, added up, and taken back in the same parts", async () => {
  const sent: { path: string; count: number; notify: boolean }[] = [];
  const fetched = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const [, path] = /(\/approvals.*)$/.exec(String(address)) ?? [];
    if (path === undefined || init.method !== "POST") return fetched(address, init);
    const { eventIds, notify } = JSON.parse(init.body as string) as { eventIds: string[]; notify: boolean };
    sent.push({ path, count: eventIds.length, notify });
    return Response.json({ data: { decided: eventIds, refused: [] } });
  });
  await open();
  await reason.fill("The hall is under repair");
  await page.getByRole("switch").click();
  await reject.click();
  await expect.element(page.getByText(/^3 requests rejected/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sent.length).toBe(4);
  expect(MAX_DECIDED_EVENTS).toBe(500);
  const decided = [
    { path: "/approvals", count: 400, notify: false },
    { path: "/approvals", count: 201, notify: false },
  ];
  expect(sent).toEqual([...decided, ...decided.map((part) => ({ ...part, path: "/approvals/undo" }))]);
});
