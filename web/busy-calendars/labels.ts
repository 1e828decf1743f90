import type { BusyCalendar, BusyCalendarFailure } from "#contract/busy-calendars.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

const failureLabels = {
  timeout: "busy-calendars.timeout",
  unresolved: "busy-calendars.unresolved",
  private_address: "busy-calendars.privateAddress",
  tls: "busy-calendars.tls",
  unreachable: "busy-calendars.unreachable",
  redirects: "busy-calendars.redirects",
  status: "busy-calendars.status",
  too_large: "busy-calendars.tooLarge",
  not_calendar: "busy-calendars.notCalendar",
  too_many: "busy-calendars.tooMany",
  too_complex: "busy-calendars.tooComplex",
  no_address: "busy-calendars.noAddress",
} as const satisfies Record<BusyCalendarFailure, MessageKey>;

export function describeFailure(t: Translate, { failure, failureStatus }: BusyCalendar): string | undefined {
  if (failure === null) return undefined;
  if (failure === "status" && failureStatus !== null)
    return t("busy-calendars.statusOf", { status: String(failureStatus) });
  return t(failureLabels[failure]);
}

type State = "works" | "failing" | "reading";
export const stateOf = ({ failure, readAt }: BusyCalendar): State =>
  failure !== null ? "failing" : readAt === null ? "reading" : "works";
export const stateLabels = {
  works: "busy-calendars.works",
  failing: "busy-calendars.failing",
  reading: "busy-calendars.notRead",
} as const satisfies Record<State, MessageKey>;
export const stateTones = { works: "lime", failing: "rose", reading: "gray" } as const satisfies Record<State, Tone>;
