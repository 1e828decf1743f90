import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { Form } from "#web/kit/form/form.tsx";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { BookingCustomerField } from "./booking-customer-field.tsx";

let answer: (response: Response) => void;

beforeEach(() => {
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    String(address).includes("/api/v1/")
      ? new Promise<Response>((resolve) => {
          answer = resolve;
        })
      : fetched(address, init),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await cleanup();
});

test("a new customer is offered when the search has answered, not while it is running", async () => {
  const scope = {
    ...{ organizationId: "org", isPlatform: false, membership: undefined, path: (rest: string) => rest },
    can: () => true,
  };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <Form schema={z.looseObject({})} defaultValues={{}} guard={false} onSubmit={() => {}}>
          <BookingCustomerField />
        </Form>
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  await page.getByRole("combobox", { name: "Customer" }).fill("zoe");
  await expect.element(page.getByText("Searching…")).toBeVisible();
  expect(page.getByRole("option").elements()).toEqual([]);
  answer(Response.json({ data: [], meta: { total: 0 } }));
  await expect.element(page.getByRole("option", { name: /New customer .*zoe/ })).toBeVisible();
});
