import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/kit/data/api.ts";
import { setLanguage } from "#web/kit/format/translation.ts";
import { type LocalView, uploadLocalViews } from "./local-views.ts";

const organizationId = "00000000-0000-7000-8000-000000000001";
const respond = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));

afterEach(() => vi.unstubAllGlobals());

test("a name that many views have already gets the next number", async () => {
  const names = ["Mine", ...Array.from({ length: 70 }, (_view, index) => `Mine ${index + 2}`)];
  const data = names.map((name) => ({ name, isShared: false, sight: {} }));
  let created = "";
  vi.stubGlobal("fetch", (_address: string, { method, body }: RequestInit) => {
    if (method === "GET") return respond(200, { success: true, data });
    created = (JSON.parse(body as string) as { name: string }).name;
    return respond(201, { success: true, data: {} });
  });
  const left: LocalView[][] = [];
  await uploadLocalViews([["Mine", "view=week"]], organizationId, (rest) => left.push(rest));
  expect([created, left]).toEqual(["Mine 72", [[]]]);
});

test("without a connection nothing is passed over, and all views stay in the browser", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const left: LocalView[][] = [];
  const upload = uploadLocalViews([["Mine", "view=day"]], organizationId, (rest) => left.push(rest));
  await expect(upload).rejects.toBeInstanceOf(ApiError);
  expect(left).toEqual([]);
});

test("a view that the server refuses stays in the browser, and those after it are uploaded", async () => {
  await setLanguage("en", { persist: false });
  const created: string[] = [];
  vi.stubGlobal("fetch", (_address: string, { method, body }: RequestInit) => {
    if (method === "GET") return respond(200, { success: true, data: [] });
    const { name } = JSON.parse(body as string) as { name: string };
    if (name.startsWith("Courts")) return respond(422, { success: false, errors: { name: ["This name is taken"] } });
    created.push(name);
    return respond(201, { success: true, data: {} });
  });
  const stored: LocalView[] = [
    ["Mine", "view=day"],
    ["Courts", "view=week"],
    ["Late", "view=month"],
  ];
  const left: LocalView[][] = [];
  await expect(uploadLocalViews(stored, organizationId, (rest) => left.push(rest))).rejects.toMatchObject({
    errors: { name: ["This name is taken"] },
  });
  expect(created).toEqual(["Mine", "Late"]);
  expect(left.at(-1)).toEqual([["Courts", "view=week"]]);
});
