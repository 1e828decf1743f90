import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ExportButton } from "./export-button.tsx";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { currentToasts } from "#web/kit/ui/toast-store.ts";

const kept = vi.fn<(name: string) => void>();
let answer: () => Promise<Response>;
const sent = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(() => answer());
const renderButton = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <ExportButton list="facilities" query={{ q: "hall", page: 3, status: undefined }} />
    </QueryClientProvider>
  ));
const button = page.getByRole("button", { name: "Export CSV" });

/** Other requests, such as for messages, use the same `fetch`. */
const asked = () => sent.mock.calls.find(([address]) => address.includes("/export/"));

beforeEach(() => {
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    String(address).includes("/export/") ? sent(address, init) : fetched(address, init),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    kept(this.download);
  });
  token.set("secret");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sent.mockClear();
  kept.mockClear();
  token.clear();
  await cleanup();
});

test("asks as the list does, but for the page, and keeps the file under the server's name", async () => {
  answer = () =>
    Promise.resolve(
      new Response("Name\r\n", {
        headers: { "content-disposition": `attachment; filename="Ev.csv"; filename*=UTF-8''%C3%89v%202026.csv` },
      }),
    );
  await renderButton();
  await button.click();
  await expect.poll(() => kept.mock.calls).toEqual([["Év 2026.csv"]]);
  const [address, init] = asked() ?? [];
  expect(address).toMatch(/\/export\/facilities\.csv\?q=hall$/);
  const headers = new Headers(init?.headers);
  expect([headers.get("authorization"), headers.get("accept-language")]).toEqual(["Bearer secret", "en"]);
});

test("turns a spinner meanwhile, and says what went wrong", async () => {
  let arrive = (_response: Response) => {};
  answer = () => new Promise((resolve) => (arrive = resolve));
  await renderButton();
  await button.click();
  await expect.element(button).toBeDisabled();
  expect(document.querySelector("[data-spinner]")).not.toBe(null);
  arrive(new Response(JSON.stringify({ message: "Not today" }), { status: 503 }));
  await expect.element(button).toBeEnabled();
  expect(currentToasts()).toMatchObject([{ description: "Not today", variant: "error" }]);
  expect(kept).not.toHaveBeenCalled();
});
