/** Reads the mails that the app has sent, from its folder. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";

const mailTimeoutMs = 15_000;

/** @param count minimum number of such mails */
export async function findMail(to: string, template: string, count = 1): Promise<Email> {
  const folder = join(process.env.JOURNEYS_DATA_DIR ?? "", "mail");
  const deadline = performance.now() + mailTimeoutMs;
  while (performance.now() < deadline) {
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.includes(`-${to}-${template}-`) && name.endsWith(".eml"))
      .sort();
    const last = names.at(-1);
    if (last && names.length >= count) return PostalMime.parse(await readFile(join(folder, last)));
    await sleep(100);
  }
  throw new Error(`No mail ${template} came to ${to} within ${mailTimeoutMs / 1000} seconds`);
}

export function findLink({ html = "" }: Email, path: string): URL {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const found = links.find((link) => URL.canParse(link) && new URL(link).pathname.startsWith(path));
  if (!found) throw new Error(`The mail leads to ${links.join(", ")} and not to ${path}`);
  return new URL(found);
}

export function findCode({ text = "" }: Email): string {
  const code = text.match(/\b\d{6}\b/)?.[0];
  if (!code) throw new Error(`The mail tells no code: ${text}`);
  return code;
}
