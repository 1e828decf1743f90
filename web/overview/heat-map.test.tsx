import { afterEach, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { HeatMap } from "./heat-map.tsx";

beforeAll(ensureTemporal);
afterEach(cleanup);

const monday = (hour: number, takenMinutes: number) => ({ weekday: 1, hour, takenMinutes });
const countRows = async (openHours: number[], hours = [monday(18, 60), monday(3, 0)]) => {
  await renderInApp(() => <HeatMap {...{ hours, openHours }} format={String} to={undefined} />);
  await expect.element(page.getByRole("table")).toBeVisible();
  const { length } = page.getByRole("rowheader").elements();
  await cleanup();
  return length;
};

test("all hours in which a field is open have a row, and hours in which somebody came", async () => {
  const until23 = Array.from({ length: 14 }, (_, index) => 10 + index);
  expect(await countRows(until23)).toBe(14);
  expect(await countRows([17, 18, 19])).toBe(3);
  expect(await countRows([17, 18, 19], [monday(21, 60)])).toBe(5);
});

test("without opening hours, as on the platform, the rows are those of a day", async () => {
  expect(await countRows([])).toBe(14);
});
