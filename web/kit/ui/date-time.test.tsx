import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { DateTime } from "./date-time.tsx";

afterEach(cleanup);

// The browser of these tests is in Paris.
test.each([
  ["America/Los_Angeles", "Dec 10, 2026 5:00 AM (Pacific Standard Time)"],
  ["America/Los_Angeles", "Jul 10, 2026 6:00 AM (Pacific Daylight Time)"],
  ["Europe/Berlin", "Dec 10, 2026 2:00 PM"],
  ["Europe/Paris", "Dec 10, 2026 2:00 PM"],
  [undefined, "Dec 10, 2026 2:00 PM"],
])("in the zone %s the zone is named where its clock is not the reader's: %s", async (timeZone, text) => {
  const at = text.startsWith("Jul") ? "2026-07-10T13:00:00Z" : "2026-12-10T13:00:00Z";
  await renderInApp(() => <DateTime at={at} timeZone={timeZone} />);
  await expect.element(page.getByRole("time")).toHaveTextContent(text);
});
