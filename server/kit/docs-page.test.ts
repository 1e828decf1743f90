import { afterAll, beforeAll, expect, test } from "vitest";
import { house as contract } from "#contract/index.ts";
import { openHouse, type TestHouse } from "#tests/house.ts";
import { docsPage } from "./docs-page.ts";
import { openapi } from "./openapi.ts";

let house: TestHouse;
let page: string;
beforeAll(async () => {
  house = await openHouse();
  page = (await house.app.inject("/api/docs")).body;
});
afterAll(() => house.close());

test("the API reference is a page, asked for again and only sent when it changed", async () => {
  const answer = await house.app.inject("/api/docs");
  expect([answer.statusCode, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "public, no-cache",
  ]);
  const again = await house.app.inject({
    url: "/api/docs",
    headers: { "if-none-match": String(answer.headers["etag"]) },
  });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("it shows every endpoint: its call, who may make it, its body and an example", () => {
  for (const endpoint of Object.values(contract).flatMap((room) => Object.values(room))) {
    const start = page.indexOf(`<article id="${endpoint.name}"`);
    const article = page.slice(start, page.indexOf("</article>", start));
    expect(start, endpoint.name).toBeGreaterThan(0);
    expect(article).toContain(`<code>${endpoint.path}</code>`);
    expect(article).toContain(`>${endpoint.method}</span>`);
    expect(article).toContain("curl ");
    expect(article).toContain(
      openapi().paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.description.replaceAll(
        /`([^`]+)`/g,
        "<code>$1</code>",
      ),
    );
  }
});

test("its links lead somewhere, and no name is given twice", () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const lost = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id));
  expect(lost).toEqual([]);
});

test("it holds no script, and nothing from elsewhere", () => {
  expect(page).not.toMatch(/<script|\son\w+=|javascript:|https?:\/\//);
});

test("what a contract says is text, never markup", () => {
  const document = structuredClone(openapi());
  document.info.title = "<img src=x onerror=alert(1)>";
  const operation = document.paths["/auth/login"]?.["post"];
  if (operation) operation.summary = `"><script>alert(1)</script>`;
  const { html } = docsPage(document);
  expect(html).not.toContain("<img src=x");
  expect(html).not.toContain("<script>");
});
