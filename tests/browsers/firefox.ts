/** Firefox, steered by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which it speaks without a driver. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { asExpression, type Browser, type BrowserSettings } from "./browser.ts";

const startTimeoutMs = 30_000;

const preferences = (hasTouch: boolean): Record<string, number> => ({
  "ui.prefersReducedMotion": 1,
  // 1 is a coarse pointer without hover, 6 is a mouse.
  "ui.primaryPointerCapabilities": hasTouch ? 1 : 6,
  "ui.allPointerCapabilities": hasTouch ? 1 : 6,
  // As on a telephone, scroll bars take no room.
  "ui.useOverlayScrollbars": hasTouch ? 1 : 0,
  "dom.w3c_touch_events.enabled": hasTouch ? 1 : 0,
});

function readAddress(firefox: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  firefox.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(output) ?? [];
    if (address) resolve(address);
  });
  firefox.once("exit", () => reject(new Error(`Firefox ended before it was ready: ${output}`)));
  setTimeout(() => reject(new Error(`Firefox was not ready: ${output}`)), startTimeoutMs).unref();
  return promise;
}

interface Message {
  id?: number;
  type: "success" | "error" | "event";
  method?: string;
  result?: unknown;
  params?: unknown;
  message?: string;
}

async function connect(address: string, onEvent: (method: string, params: unknown) => void) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let count = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id = 0, type, method = "", result, params, message } = JSON.parse(String(data)) as Message;
    if (type === "event") return onEvent(method, params);
    if (type === "error") pending.get(id)?.reject(new Error(message));
    else pending.get(id)?.resolve(result);
    pending.delete(id);
  });
  return async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = ++count;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    pending.set(id, { resolve, reject });
    socket.send(JSON.stringify({ id, method, params }));
    return (await promise) as Result;
  };
}

interface Evaluation {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}
interface LogEntry {
  level: string;
  text: string;
}
interface Response {
  response: { status: number; url: string };
}

/** @throws Error if Firefox does not start */
export async function openFirefox({ viewport, hasTouch }: BrowserSettings): Promise<Browser> {
  const profile = temporaryFolder("firefox");
  mkdirSync(profile);
  const lines = Object.entries(preferences(hasTouch)).map(([name, value]) => `user_pref("${name}", ${value});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const firefox = spawn(process.env.FIREFOX ?? "firefox", args, {
    env: { ...process.env, HOME: profile, TZ: "Europe/Paris" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => firefox.once("close", () => resolve()));

  const complaints: string[] = [];
  const call = await connect(`${await readAddress(firefox)}/session`, (method, params) => {
    if (method === "log.entryAdded") {
      const { level, text } = params as LogEntry;
      if (["error", "warn"].includes(level)) complaints.push(text);
    }
    if (method === "network.responseCompleted") {
      const { status, url } = (params as Response).response;
      if (status >= 500) complaints.push(`${status} ${url}`);
    }
  });
  await call("session.new", { capabilities: {} });
  await call("session.subscribe", { events: ["log.entryAdded", "network.responseCompleted"] });
  const { context } = await call<{ context: string }>("browsingContext.create", { type: "tab" });
  await call("browsingContext.setViewport", { context, viewport, devicePixelRatio: 1 });

  const run = async (expression: string): Promise<string | undefined> => {
    const asked = { expression, target: { context }, awaitPromise: false };
    const answer = await call<Evaluation>("script.evaluate", asked);
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result?.value;
  };
  const perform: Browser["perform"] = async (actions) =>
    void (await call("input.performActions", { context, actions }));
  return {
    goto: async (url) => void (await call("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async (asked, ...given) =>
      JSON.parse((await run(asExpression(asked, given))) ?? "") as ReturnType<typeof asked>,
    load: async (script) => void (await run(script)),
    perform,
    touch: ([start, ...path], restMs) => {
      if (!start) throw new Error("A finger needs a point to go down on");
      const finger = { type: "pointer" as const, id: "finger", parameters: { pointerType: "touch" as const } };
      return perform([
        {
          ...finger,
          actions: [
            { type: "pointerMove", ...start },
            { type: "pointerDown", button: 0 },
            // A tap has no pause: on a loaded machine it would become a long press.
            ...(restMs > 0 ? [{ type: "pause" as const, duration: restMs }] : []),
            ...path.map((point) => ({ type: "pointerMove" as const, ...point, duration: 50 })),
            { type: "pointerUp", button: 0 },
          ],
        },
      ]);
    },
    screenshot: async () => {
      const { data } = await call<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    readComplaints: () => Promise.resolve(complaints),
    close: async () => {
      firefox.kill("SIGTERM");
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
