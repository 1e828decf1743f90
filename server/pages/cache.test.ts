import { expect, test } from "vitest";
import type { ChangeBatch, LiveChanges } from "#server/kit/notify/live-changes.ts";
import { createPageCache } from "./cache.ts";

const OURS = "ours";

function openCache(limits: { maxBytes?: number; computedPerMinute?: number } = {}) {
  let at = 0;
  let listener: ((batch: ChangeBatch) => void) | undefined;
  let refuses = false;
  const live: Pick<LiveChanges, "subscribe"> = {
    async subscribe(listen) {
      if (refuses) throw new Error("the database is away");
      listener = listen;
      return () => (listener = undefined);
    },
  };
  const cache = createPageCache<string>(
    { live: live as LiveChanges, clock: { now: () => new Date(at) } },
    { maxBytes: 1000, keptFor: 15_000, computedPerMinute: 100, ...limits },
  );
  let computed = 0;
  return {
    read: (key: string, { bytes = 10, during = () => undefined as void, organizationId = OURS } = {}) =>
      cache.read(key, async () => {
        computed += 1;
        const page = `${key} ${computed}`;
        during();
        await Promise.resolve();
        return { page, organizationId, bytes };
      }),
    readNothing: () => cache.read("none", async () => (void (computed += 1), undefined)),
    change(...organizationIds: string[]) {
      const changes = organizationIds.map((organizationId) => ({
        ...{ transaction: "1", organizationId, module: "events", subjectId: "", previousFieldId: null },
      }));
      listener?.({ version: "1", changes });
    },
    changeMany: () => listener?.({ version: "1", changes: undefined }),
    pass: (ms: number) => void (at += ms),
    lose: () => void (refuses = true),
    count: () => computed,
  };
}

test("five hundred at once wait for one page", async () => {
  const bed = openCache();
  const pages = await Promise.all(Array.from({ length: 500 }, () => bed.read("club")));
  expect([new Set(pages).size, bed.count()]).toEqual([1, 1]);
});

test("a page is kept for 15 seconds", async () => {
  const bed = openCache();
  expect(await bed.read("club")).toBe("club 1");
  bed.pass(14_999);
  expect(await bed.read("club")).toBe("club 1");
  bed.pass(1);
  expect(await bed.read("club")).toBe("club 2");
});

test("a change of the organization ends what is kept of it, and of no other", async () => {
  const bed = openCache();
  await bed.read("club");
  await bed.read("other", { organizationId: "theirs" });
  bed.change(OURS);
  expect([await bed.read("club"), await bed.read("other")]).toEqual(["club 3", "other 2"]);
  bed.changeMany();
  expect([await bed.read("club"), await bed.read("other")]).toEqual(["club 4", "other 5"]);
});

test("what changes while a page is being computed ends that page", async () => {
  const bed = openCache();
  await bed.read("first");
  await bed.read("club", { during: () => bed.change(OURS) });
  expect(await bed.read("club")).toBe("club 3");
});

test("without a word of changes nothing is kept", async () => {
  const bed = openCache();
  bed.lose();
  expect([await bed.read("club"), await bed.read("club")]).toEqual(["club 1", "club 2"]);
});

test("what is not there is asked again", async () => {
  const bed = openCache();
  expect([await bed.readNothing(), await bed.readNothing(), bed.count()]).toEqual([undefined, undefined, 2]);
});

test("the oldest pages make room for others", async () => {
  const bed = openCache({ maxBytes: 25 });
  for (const key of ["a", "b", "c"]) await bed.read(key);
  expect([await bed.read("b"), await bed.read("c"), await bed.read("a")]).toEqual(["b 2", "c 3", "a 4"]);
});

test("above the limit of its organization a page is shown as it was kept", async () => {
  const bed = openCache({ computedPerMinute: 2 });
  await bed.read("club");
  bed.change(OURS);
  expect(await bed.read("club")).toBe("club 2");
  bed.change(OURS);
  expect(await bed.read("club")).toBe("club 2");
  bed.pass(60_000);
  expect(await bed.read("club")).toBe("club 3");
});
