/** Downloads a calendar of another system, as its address now answers. */
import {
  BUSY_DAYS_AHEAD,
  type BusyCalendarFailure,
  MAX_BUSY_TIMES,
  MAX_CALENDAR_BYTES,
} from "#contract/busy-calendars.ts";
import { CalendarError, type CalendarContent } from "#server/kit/documents/icalendar-content.ts";
import { readInWorker } from "#server/kit/documents/read-in-worker.ts";
import { findUrlFault, RequestFailure, sendPublicRequest } from "#server/kit/http/public-request.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { release } from "#server/kit/process/release.ts";

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const DAY_MS = 86_400_000;

export class CalendarFailure extends Error {
  readonly failure: BusyCalendarFailure;
  readonly status: number | null;
  constructor(
    failure: BusyCalendarFailure,
    { status = null, cause }: { status?: number | null; cause?: unknown } = {},
  ) {
    super(`The calendar cannot be read: ${failure}`, { cause });
    this.failure = failure;
    this.status = status;
  }
}

/** Calendar programs call `https` so where an address is to be followed rather than opened. */
export const toHttps = (url: string): string => url.replace(/^webcal:/i, "https:");

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}
export interface Download extends Validators {
  /** Undefined where nothing has changed since the validators. */
  text: string | undefined;
}

/** @throws CalendarFailure */
async function request({ config }: AppContext, url: string, headers: Record<string, string>) {
  const fault = findUrlFault(new URL(url), { allowsLocalhost: config.demo });
  if (fault) throw new CalendarFailure(fault === "private_address" ? "private_address" : "redirects");
  try {
    return await sendPublicRequest({
      url,
      method: "GET",
      headers: { accept: "text/calendar, */*;q=0.1", "user-agent": `Baseline/${release}`, ...headers },
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_CALENDAR_BYTES + 1,
      allowsLocalhost: config.demo,
    });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new CalendarFailure(error.reason, { cause: error });
  }
}

/** Follows a few redirects, each checked like the address itself. @throws CalendarFailure */
export async function download(
  appContext: AppContext,
  url: string,
  { etag, lastModified }: Validators = { etag: null, lastModified: null },
): Promise<Download> {
  const headers = {
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
  let target = url;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const answer = await request(appContext, target, headers);
    const { status, body } = answer;
    const { location } = answer.headers;
    if (redirects.has(status) && location !== undefined && URL.canParse(location, target)) {
      target = new URL(location, target).href;
      continue;
    }
    if (status === 304) return { text: undefined, etag, lastModified };
    if (status !== 200) throw new CalendarFailure("status", { status });
    if (body.length > MAX_CALENDAR_BYTES) throw new CalendarFailure("too_large");
    return {
      text: body.toString("utf8"),
      etag: answer.headers.etag ?? null,
      lastModified: answer.headers["last-modified"] ?? null,
    };
  }
  throw new CalendarFailure("redirects");
}

/** Busy times from now on. @throws CalendarFailure */
export async function parse(
  text: string,
  { timezone, now }: { timezone: string; now: Date },
): Promise<CalendarContent> {
  try {
    const content = await readInWorker(text, {
      timezone,
      from: now.getTime(),
      until: now.getTime() + BUSY_DAYS_AHEAD * DAY_MS,
      maxEntries: MAX_BUSY_TIMES,
    });
    return { ...content, entries: content.entries.filter(({ isBusy }) => isBusy) };
  } catch (error) {
    if (error instanceof CalendarError) throw new CalendarFailure(error.fault, { cause: error });
    throw error;
  }
}
