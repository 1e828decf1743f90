import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "#web/kit/format/translation.ts";
import { type LocalView, uploadLocalViews } from "./local-views.ts";

const organizationId = "00000000-0000-7000-8000-000000000001";
const respond = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));

afterEach(() => vi.unstubAllGlobals());

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
