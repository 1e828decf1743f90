/** Sends text messages by the service that the settings name: Brevo, or a folder of files in the demo. */
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Config } from "#server/kit/process/config.ts";

export interface OutgoingSms {
  id: string;
  /** E.164. */
  to: string;
  text: string;
  at: Date;
}

/** The service refuses this recipient or text for good: do not retry. */
export class UndeliverableSms extends Error {}

export interface SmsTransport {
  /** @returns the service's id. @throws UndeliverableSms if a retry is useless; another error otherwise */
  deliver(sms: OutgoingSms): Promise<string | null>;
}

const TIMEOUT_MS = 15_000;
const smsFolder = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "sms");

const BrevoAnswer = z.object({ messageId: z.optional(z.union([z.number(), z.string()])) });

/** Its API: POST /v3/transactionalSMS/send. A refused key or an empty account is the operator's to mend: those wait. */
const openBrevo = ({ url, key, sender }: Extract<Config["sms"], { service: "brevo" }>): SmsTransport => ({
  async deliver({ id, to, text }) {
    const answer = await fetch(new URL("v3/transactionalSMS/send", url), {
      method: "POST",
      headers: { "api-key": key, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ type: "transactional", sender, recipient: to.replace(/^\+/, ""), content: text, tag: id }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    const body = await answer.text();
    if (answer.status === 400) throw new UndeliverableSms(`The service answered 400: ${body.slice(0, 200)}`);
    if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
    const parsed = BrevoAnswer.safeParse(parseJson(body));
    return parsed.success && parsed.data.messageId !== undefined ? String(parsed.data.messageId) : null;
  },
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `2026-06-01T08.00.00.000Z-33612345678-1a2b3c4d.txt` */
const openFiles = (config: Config): SmsTransport => ({
  async deliver({ id, to, text, at }) {
    const folder = smsFolder(config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${at.toISOString().replaceAll(":", ".")}-${to.replaceAll(/\D/g, "")}-${id.slice(-8)}.txt`;
    await writeFile(join(folder, `${name}.part`), `To: ${to}\n\n${text}\n`, { mode: 0o600 });
    await rename(join(folder, `${name}.part`), join(folder, name));
    return null;
  },
});

/** Text messages in the files of a demo, the newest first. */
export async function listSmsFiles(
  config: Pick<Config, "dataDir">,
  count: number,
): Promise<{ to: string; text: string }[]> {
  const folder = smsFolder(config);
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith(".txt"));
  const newest = names.toSorted().toReversed().slice(0, count);
  const files = await Promise.all(newest.map((name) => readFile(join(folder, name), "utf8")));
  return files.map((file) => {
    const [to = "", ...text] = file.trim().split("\n\n");
    return { to: to.replace(/^To: /, ""), text: text.join("\n\n") };
  });
}

/** @returns undefined where the installation sends none */
export function openSmsTransport(config: Config): SmsTransport | undefined {
  if (!config.sms) return undefined;
  return config.sms.service === "brevo" ? openBrevo(config.sms) : openFiles(config);
}
