import { expect, test } from "vitest";
import type { Translate } from "#web/kit/format/translation.ts";
import { colorByOptions, buildLegend } from "./event-colors.ts";

const t = ((key: string) => key) as Translate;

test("by status the legend has what is canceled and rejected where such is shown, drawn as it is there", () => {
  const names = (gone: Parameters<typeof buildLegend>[2]) =>
    buildLegend("status", t, gone).map(({ name, isGone }) => [name, isGone ?? false]);
  expect(names([]).every(([, isGone]) => !isGone)).toBe(true);
  expect(names(["canceled", "rejected"]).slice(-2)).toEqual([
    ["events.statusCanceled", true],
    ["events.statusRejected", true],
  ]);
  for (const by of colorByOptions.filter((one) => one !== "status"))
    expect(buildLegend(by, t, ["canceled"])).toEqual(buildLegend(by, t, []));
});
