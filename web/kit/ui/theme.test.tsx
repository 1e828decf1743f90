import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/support/render-in-app.tsx";
import { detectLanguage } from "#web/kit/format/translation.ts";
import { setTheme } from "./theme.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem("language");
});

test("with reduced motion a new theme applies without transitions", async () => {
  await renderInApp(() => (
    <div>
      <div>
        <p>Deep</p>
      </div>
    </div>
  ));
  const colour = () => getComputedStyle(document.querySelector("p") ?? document.body).color;
  const light = colour();
  setTheme("dark");
  const dark = colour();
  expect(dark).not.toBe(light);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(colour()).toBe(dark);
  setTheme("system");
  expect(colour()).toBe(light);
});

test.each([
  { tags: ["en-GB", "fr"], stored: null },
  { tags: ["de-DE", "fr-CA", "en"], stored: null },
  { tags: ["frp", "EN-us"], stored: null },
  { tags: ["de-DE"], stored: null },
  { tags: ["fr-FR"], stored: "en" },
  { tags: ["fr-FR"], stored: "nonsense" },
])(
  "the first script preloads the messages of the language that is detected: $tags, $stored",
  async ({ tags, stored }) => {
    const firstScript = await (await fetch("/theme.js")).text();
    const links = ["en", "fr"].map((name) => Object.assign(document.createElement("link"), { lang: name }));
    for (const link of links) link.dataset["messages"] = link.lang;
    document.head.append(...links);
    vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);
    if (stored === null) localStorage.removeItem("language");
    else localStorage.setItem("language", stored);
    const script = Object.assign(document.createElement("script"), { text: firstScript });
    document.head.append(script);
    expect(links.filter(({ rel }) => rel === "preload").map(({ lang }) => lang)).toEqual([detectLanguage()]);
    for (const element of [script, ...links]) element.remove();
  },
);
