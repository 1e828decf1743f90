import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { listModules, registerModules } from "#web/kit/data/modules.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { useDecisions } from "./use-decisions.ts";

const modules = listModules();
afterEach(async () => {
  vi.unstubAllGlobals();
  registerModules(modules);
  queryClient.clear();
  await cleanup();
});

const request = { id: "r1", eventIds: ["e1"], name: "Nine", customer: null };

test("a decision that is taken back stays in its row until the list has the request again", async () => {
  registerModules([{ name: "approvals", includesDataOf: ["events"] }]);
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    String(address).includes("/api/v1/")
      ? Promise.resolve(Response.json({ data: { decided: ["e1"], refused: [] } }))
      : fetched(address, init),
  );
  const lists: string[][] = [[], ["r1"]];
  const fetchList = async () => {
    await new Promise((resolve) => setTimeout(resolve, lists.length === 2 ? 0 : 300));
    return lists.shift();
  };
  const knownAtUndo: unknown[] = [];
  function Requests() {
    const list = useQuery({ queryKey: ["approvals.list"], queryFn: fetchList });
    const { takeBack } = useDecisions("org", {
      onUndone: () => knownAtUndo.push(queryClient.getQueryData(["approvals.list"])),
    });
    return (
      <button type="button" onClick={() => void takeBack(request, { answer: "approve" })}>
        {list.isSuccess ? "Take back" : "Loading"}
      </button>
    );
  }
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Requests />
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => knownAtUndo).toEqual([["r1"]]);
});
