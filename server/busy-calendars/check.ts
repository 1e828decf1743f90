/** Reads a calendar once for whoever is about to follow it, and says what it would block. */
import type { BusyCalendarCheck, BusyCalendarFailure, busyCalendars } from "#contract/busy-calendars.ts";
import type { Body } from "#contract/kit.ts";
import { invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { findUrlFault, type UrlFault } from "#server/kit/http/public-request.ts";
import { prefetch, type Call } from "#server/kit/http/serve-module.ts";
import type { MessageKey } from "#messages/keys.ts";
import { CalendarFailure, download, parse, toHttps } from "./download.ts";
import { listBookingsInside, listFields, type FollowingField } from "./queries.ts";

const LISTED_TIMES = 5;

const urlFaults = {
  protocol: message("busy-calendars.urlHttps"),
  credentials: message("busy-calendars.urlCredentials"),
  private_address: message("busy-calendars.privateAddress"),
} as const satisfies Record<UrlFault, LocalizedMessage>;

const failures = {
  timeout: "busy-calendars.timeout",
  unresolved: "busy-calendars.unresolved",
  private_address: "busy-calendars.privateAddress",
  tls: "busy-calendars.tls",
  unreachable: "busy-calendars.unreachable",
  redirects: "busy-calendars.redirects",
  too_large: "busy-calendars.tooLarge",
  not_calendar: "busy-calendars.notCalendar",
  too_many: "busy-calendars.tooMany",
  too_complex: "busy-calendars.tooComplex",
} as const satisfies Record<Exclude<BusyCalendarFailure, "status" | "no_address">, MessageKey>;

function toMessage({ failure, status }: CalendarFailure): LocalizedMessage {
  if (failure === "status" || failure === "no_address")
    return message("busy-calendars.statusOf", { status: String(status ?? "") });
  return message(failures[failure]);
}

/** @throws HttpError 422 beside `url` */
export function assertUrl({ appContext }: Pick<Call, "appContext">, url: string): void {
  const fault = findUrlFault(new URL(toHttps(url)), { allowsLocalhost: appContext.config.demo });
  if (fault) throw invalidFields({ url: [urlFaults[fault]] });
}

/** @throws HttpError 422 beside `fieldIds` for a field of others, or one that is archived */
export async function assertFields(call: Call, fieldIds: readonly string[]): Promise<FollowingField[]> {
  const found = await listFields(call, fieldIds);
  if (found.length < new Set(fieldIds).size) throw invalidFields({ fieldIds: [message("fields.unknown")] });
  return found;
}

type CheckCall = Call<typeof busyCalendars.check>;

async function readOnce(call: CheckCall) {
  const { url, fieldIds }: Body<typeof busyCalendars.check> = call.body;
  assertUrl(call, url);
  const [field] = await assertFields(call, fieldIds);
  const timezone = field?.timezone ?? "UTC";
  try {
    const { text = "" } = await download(call.appContext, toHttps(url));
    return { timezone, content: await parse(text, { timezone, now: call.now }) };
  } catch (error) {
    if (error instanceof CalendarFailure) throw invalidFields({ url: [toMessage(error)] });
    throw error;
  }
}

/** @throws HttpError 422 beside `url` with why the calendar cannot be read */
export const checkCalendar = prefetch(readOnce, async (call, { timezone, content }): Promise<BusyCalendarCheck> => {
  const { name, entries, unreadable } = content;
  const spans = [...new Set(call.body.fieldIds)].flatMap((fieldId) =>
    entries.map(({ key, start, end }) => ({ id: key, fieldId, start: new Date(start), end: new Date(end) })),
  );
  const inside = await listBookingsInside(call, spans);
  const last = entries.reduce((latest, { end }) => Math.max(latest, end), 0);
  return {
    name,
    times: entries.length,
    next: entries.slice(0, LISTED_TIMES).map(({ name: title, start, end }) => ({
      name: title,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
    })),
    until: entries.length === 0 ? null : new Date(last).toISOString(),
    conflicts: new Set(inside.map(({ eventId }) => eventId)).size,
    unreadable,
    timezone,
  };
});
