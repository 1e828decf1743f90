import { Settings } from "lucide-react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { NavLinks } from "./sidebar-links.tsx";

afterEach(cleanup);

test("what is in the foot is in sight, however many links are above it", async () => {
  await page.viewport(1440, 900);
  const links = Array.from({ length: 30 }, (_, at) => ({ to: `/${at}`, label: `Link ${at}`, icon: Settings }));
  await renderInApp(() => (
    <div className="flex flex-col" style={{ height: 600 }}>
      <NavLinks groups={[links]} foot={[{ to: "/settings", label: "Settings", icon: Settings }]} />
    </div>
  ));
  const bottomOf = (name: string) =>
    page.getByRole("link", { name, exact: true }).element().getBoundingClientRect().bottom;
  await expect.element(page.getByRole("link", { name: "Settings" })).toBeVisible();
  expect(bottomOf("Settings")).toBeLessThanOrEqual(600);
  expect(bottomOf("Link 29")).toBeGreaterThan(600);
});
