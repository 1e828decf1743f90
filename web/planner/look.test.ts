import { expect, test } from "vitest";
import type { Translate } from "#web/kit/words.ts";
import { colorings, legendOf } from "./look.ts";

const t = ((key: string) => key) as Translate;

test("by status the legend has what is canceled and rejected where such is shown, drawn as it is there", () => {
  const names = (gone: Parameters<typeof legendOf>[2]) =>
    legendOf("status", t, gone).map(({ name, isGone }) => [name, isGone ?? false]);
  expect(names([]).every(([, isGone]) => !isGone)).toBe(true);
  expect(names(["canceled", "rejected"]).slice(-2)).toEqual([
    ["events.statusCanceled", true],
    ["events.statusRejected", true],
  ]);
  for (const by of colorings.filter((one) => one !== "status"))
    expect(legendOf(by, t, ["canceled"])).toEqual(legendOf(by, t, []));
});
