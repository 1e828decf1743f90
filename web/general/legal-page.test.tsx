import { afterEach, expect, test, vi } from "vitest";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ImprintPage, PrivacyPage } from "./legal-page.tsx";

const operator = {
  name: "Club SAS",
  address: null,
  email: "hello@club.example",
  phone: null,
  registration: null,
  publisher: null,
  hostName: "Host SA",
  hostAddress: null,
  hostPhone: null,
};
const original = globalThis.fetch;
let isAway = false;
function serveConfig() {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, options) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/general/config")) return original(given, options);
    if (isAway) return Response.json({ message: "The server is away" }, { status: 503 });
    return Response.json({ data: { operator, processors: ["stripe"] } });
  });
}
afterEach(async () => {
  vi.restoreAllMocks();
  isAway = false;
  await cleanup();
});
const shown = () => document.body.textContent;

test("the imprint names the operator and its host, and says what is not named", async () => {
  serveConfig();
  await renderInApp(ImprintPage);
  await expect.poll(shown).toContain("Name: Club SAS");
  expect(shown()).toContain("Name: Host SA");
  expect(shown()).toContain("Phone: not named by the operator of this installation");
});

test("the privacy policy tells of the services that this installation uses", async () => {
  serveConfig();
  await renderInApp(PrivacyPage);
  await expect.poll(shown).toContain("The operator of this site is Club SAS, hello@club.example.");
  expect(shown()).toContain("Stripe, for payments online");
  expect(shown()).not.toContain("Google Places");
});

test("where the operator cannot be asked for, the page says so rather than leave it out", async () => {
  isAway = true;
  serveConfig();
  await renderInApp(ImprintPage);
  await expect.poll(shown, { timeout: 10_000 }).toContain("Try again");
  expect(shown()).not.toContain("not named by the operator");
});
