import { expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import type { Endpoint, Schema } from "#contract/kit.ts";
import { setLanguage, t } from "#web/kit/format/translation.ts";
import { listSubjectLabels, partLabel, valueLabel } from "./labels.ts";
import "#web/modules-activity-texts.ts";

/** Choices that the activity says otherwise, or never. */
const exceptions: Readonly<Record<string, string>> = {
  "events.update pricing": "asks how the price is found, and is kept nowhere",
  "facilities.update address": "has its country by its name in the place",
  "organizations.update currency": "is said by its name",
  "pages.update language": "is said by its name",
  "series.update changes": "are those of each of its events",
  "series.update scope": "asks which dates are meant, and is kept nowhere",
};

/** As zod describes a schema. */
interface Definition {
  type: string;
  /** Within a default, or something that may be null or left out. */
  innerType?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
}

function listValues(schema: Schema): string[] {
  const { innerType, shape, entries }: Definition = schema._zod.def;
  if (innerType) return listValues(innerType);
  return entries ? Object.values(entries) : Object.values(shape ?? {}).flatMap(listValues);
}

const isChange = ({ method, path, leavesEntry }: Endpoint) =>
  ["PATCH", "PUT"].includes(method) && path.startsWith("/organizations/") && leavesEntry !== false;

test("each choice that a change may hold is said in words", () => {
  const all = Object.entries(contract).flatMap(([module, endpoints]) =>
    Object.values<Endpoint>(endpoints)
      .filter(isChange)
      .flatMap(({ name, body }) => {
        const { shape = {} }: Definition = body?._zod.def ?? { type: "none" };
        return Object.entries(shape).map(([member, schema]) => {
          const values = listValues(schema);
          const isSaid = values.every((value) => valueLabel(module, member, value) !== undefined);
          return { choice: `${name} ${member}`, hasValues: values.length > 0, isSaid };
        });
      }),
  );
  const choices = all.filter(({ hasValues }) => hasValues);
  expect(choices.length).toBeGreaterThan(15);
  const unsaid = choices.filter(({ isSaid }) => !isSaid).map(({ choice }) => choice);
  expect(unsaid.toSorted()).toEqual(Object.keys(exceptions));
});

test("a value has a name, never a sentence with an empty place in it", async () => {
  await setLanguage("en", { persist: false });
  const members = ["endsOn", "becomes", "from", "to", "renewed", "due", "count", "text", "date"];
  const named = Object.keys(listSubjectLabels()).flatMap((subject) =>
    members.flatMap((member) => partLabel(t, subject, member) ?? []),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((label) => label.includes("{"))).toEqual([]);
  expect(partLabel(t, "subscriptions", "endsOn")).toBe("End");
  expect(partLabel(t, "subscriptions", "to")).toBe("Last day");
  expect(partLabel(t, "subscriptions", "becomes")).toBe("With the next term");
});
