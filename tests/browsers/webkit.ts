/** WebKitGTK in its MiniBrowser, steered by its driver with WebDriver (https://www.w3.org/TR/webdriver2). */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { findFreePort } from "#tests/support/start-server.ts";
import { asExpression, type Browser, type BrowserSettings, type Point } from "./browser.ts";

const startTimeoutMs = 30_000;

/** MiniBrowser needs a screen, which Xvfb keeps in memory. @returns its process and its name */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once("data", (data: Buffer) => resolve(`:${data.toString().trim()}`));
    screen.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { screen, display };
}

async function waitUntilReady(address: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!(await fetch(`${address}/status`).catch(() => undefined))?.ok) {
    if (performance.now() > deadline) throw new Error("WebKitWebDriver did not answer");
    await sleep(50);
  }
}

async function send<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

declare global {
  interface Window {
    complaints?: string[];
  }
}

/** Runs in the page, because the driver tells nothing of its console. */
function collectComplaints(): void {
  if (window.complaints) return;
  const complaints: string[] = [];
  window.complaints = complaints;
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    complaints.push(`${violatedDirective} forbids ${blockedURI}`),
  );
  for (const level of ["error", "warn"] as const) {
    const write = console[level];
    console[level] = (...parts: unknown[]) => {
      complaints.push(parts.map(String).join(" "));
      write.apply(console, parts);
    };
  }
}

type TouchStep = [type: "pointerdown" | "pointermove" | "pointerup" | "click", point: Point];

/** Runs in the page. */
function dispatchTouch(steps: TouchStep[]): void {
  for (const [type, { x, y }] of steps) {
    const target = document.elementFromPoint(x, y) ?? document.body;
    const place = { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y };
    const finger = { ...place, pointerId: 7, pointerType: "touch", isPrimary: true };
    const isDown = type === "pointerdown" || type === "pointermove";
    const size = { width: 20, height: 20, pressure: isDown ? 0.5 : 0, buttons: isDown ? 1 : 0 };
    target.dispatchEvent(new PointerEvent(type, { ...finger, ...size, button: type === "pointermove" ? -1 : 0 }));
    if (type === "click" && target instanceof HTMLElement)
      target.closest<HTMLElement>("a, button, input, label, [tabindex]")?.focus();
  }
}

/** @throws Error if WebKit does not start */
export async function openWebKit({ viewport }: BrowserSettings): Promise<Browser> {
  const home = temporaryFolder("webkit");
  mkdirSync(join(home, "gtk-3.0"), { recursive: true });
  // WebKit reads from this whether a person wants reduced motion.
  writeFileSync(join(home, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const { screen, display } = await startScreen();
  const port = await findFreePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_CONFIG_HOME: home,
      LANG: "en_US.UTF-8",
      TZ: "Europe/Paris",
    },
    stdio: "ignore",
  });
  const address = `http://127.0.0.1:${port}`;
  await waitUntilReady(address);
  // A full screen has no toolbar, which would take a part of the viewport and set its smallest width.
  const args = ["--automation", "--full-screen", "--time-zone=Europe/Paris"];
  const { sessionId } = await send<{ sessionId: string }>("POST", `${address}/session`, {
    capabilities: {
      alwaysMatch: {
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary: process.env.MINI_BROWSER, args },
      },
    },
  });
  const call = <Result>(method: string, path: string, body?: object) =>
    send<Result>(method, `${address}/session/${sessionId}${path}`, body);
  await call("POST", "/window/rect", { x: 0, y: 0, ...viewport });

  const execute = (script: string) => call<string | null>("POST", "/execute/sync", { script, args: [] });
  const earlier: string[] = [];
  const evaluate: Browser["evaluate"] = async (run, ...given) => {
    const text = await execute(`return ${asExpression(run, given)}`);
    return JSON.parse(text ?? "") as ReturnType<typeof run>;
  };
  const readComplaints = async () => [...earlier, ...(await evaluate(() => window.complaints ?? []))];
  return {
    goto: async (url) => {
      earlier.splice(0, earlier.length, ...(await readComplaints()));
      await call("POST", "/url", { url });
      await evaluate(collectComplaints);
    },
    evaluate,
    load: async (script) => void (await execute(script)),
    perform: async (actions) => void (await call("POST", "/actions", { actions })),
    // WebKitGTK's driver makes a mouse of every finger, so the page gets a finger's events by script.
    touch: async (path, restMs) => {
      const [start] = path;
      const last = path.at(-1);
      if (!start || !last) throw new Error("A finger needs a point to go down on");
      // A tap is one step: on a loaded machine it would become a long press.
      if (path.length === 1 && restMs === 0) {
        const tap: TouchStep[] = [
          ["pointerdown", start],
          ["pointerup", start],
          ["click", start],
        ];
        return evaluate(dispatchTouch, tap);
      }
      await evaluate(dispatchTouch, [["pointerdown", start]]);
      await sleep(restMs);
      for (const point of path.slice(1)) {
        await evaluate(dispatchTouch, [["pointermove", point]]);
        await sleep(20);
      }
      await evaluate(dispatchTouch, [["pointerup", last]]);
    },
    screenshot: async () => Buffer.from(await call<string>("GET", "/screenshot"), "base64"),
    readComplaints,
    close: async () => {
      await call("DELETE", "");
      const ended = [driver, screen].map((child) => new Promise((resolve) => child.once("close", resolve)));
      for (const child of [driver, screen]) child.kill("SIGTERM");
      await Promise.all(ended);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
