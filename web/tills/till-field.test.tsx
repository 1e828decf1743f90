import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import type { Till } from "#contract/tills.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext, type Scope } from "#web/kit/data/scope.ts";
import { Form } from "#web/kit/form/form.tsx";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import TillField from "./till-field.tsx";

afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await cleanup();
});

const session: Till["session"] = {
  ...{ id: "s", openedBy: { id: "u", fullName: "Zoé Blanc" }, openedAt: "2026-06-01T06:00:00Z" },
  ...{ businessDate: "2026-06-01", isOverdue: false, float: 0, currency: "EUR" },
};
const till = (name: string, facilityId: string | null, isOpen: boolean): Till => ({
  ...{ id: name, organization: { id: "org", name: "Club" }, name, facilityId, facilityName: null, active: true },
  ...{ currency: "EUR", session: isOpen ? session : null, nextFloat: 15_000 },
  ...{ created_at: "2026-06-01T06:00:00Z", updated_at: "2026-06-01T06:00:00Z" },
});

async function show(tills: readonly Till[], facilityIds: readonly string[]) {
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    String(address).includes("/api/v1/") ? Promise.resolve(Response.json({ data: tills })) : fetched(address, init),
  );
  const scope: Scope = {
    ...{ organizationId: "org", isPlatform: false, membership: undefined, can: () => true, path: (rest) => rest },
  };
  const draft = z.object({ method: z.string(), tillId: z.nullable(z.string()) });
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <Form schema={draft} defaultValues={{ method: "cash", tillId: null }} onSubmit={async () => {}}>
          <TillField facilityIds={facilityIds} />
          <p>Ready</p>
        </Form>
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("Ready")).toBeVisible();
}

test("tills of the facilities that the money is for are opened in the form, those of others are not", async () => {
  await show([till("Tennis hall", "tennis", false), till("Padel bar", "padel", false)], ["padel", "padel"]);
  await expect.element(page.getByRole("textbox", { name: "Float of Padel bar" })).toHaveValue("150");
  expect(page.getByRole("textbox", { name: "Float of Tennis hall" }).elements()).toEqual([]);
});

test("bookings of two facilities, both with an open till, ask which one takes the money", async () => {
  await show([till("Tennis hall", "tennis", true), till("Padel bar", "padel", true)], ["tennis", "padel"]);
  await expect.element(page.getByRole("combobox", { name: "Till" })).toBeVisible();
});
