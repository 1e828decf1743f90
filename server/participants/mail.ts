/** Mails to players: an invitation, and what becomes of a booking in which they play. */
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import {
  defineMailTemplate,
  type MailContext,
  type MailExample,
  type MailFact,
  type MailTemplate,
} from "#server/kit/mail/mail-template.ts";

const mailKinds = ["Invitation", "Moved", "Canceled", "Restored", "Removed", "Reassigned", "Reminder"] as const;
export type PlayerMailKind = (typeof mailKinds)[number];

/** Instants in ISO 8601. */
export interface PlayerMailParams {
  organizer: string;
  organization: string;
  sport: string | null;
  field: string;
  facility: string;
  address: string | null;
  start: string;
  end: string;
  timezone: string;
  /** As the player knows it. */
  before?: { start: string; end: string; fieldId: string; field: string };
  /** Reminders alone: others who come, and the unpaid share, with its end. */
  others?: string[];
  share?: { due: number; currency: string; until: string; isAtClub?: boolean };
  /** A share that they have paid comes back. */
  isShareBack?: boolean;
  link: string;
}

function compose(kind: PlayerMailKind, params: PlayerMailParams, { t, language }: MailContext) {
  const { organizer, organization, sport, field, facility, address, start, end, timezone, before } = params;
  const { others = [], share } = params;
  const dates = dateFormats(language, timezone);
  const what = sport ?? field;
  const formatDue = ({ due, currency }: { due: number; currency: string }) =>
    t("participants.shareDue", { amount: formatMoney(due, currency, language) });
  const when = dates.weekdayDateTime(start);
  const [range, former] = [
    dates.weekdayDateTimeRange(start, end),
    before && dates.weekdayDateTimeRange(before.start, before.end),
  ];
  const facts: MailFact[] = [
    { label: t("events.mailWhen"), lines: [range], ...(former !== undefined && former !== range && { was: former }) },
    {
      label: t("events.field"),
      lines: [field],
      ...(before !== undefined && before.field !== field && { was: before.field }),
    },
    { label: t("events.facility"), lines: [facility, ...(address ? [address] : [])] },
    { label: t("participants.organizer"), lines: [organizer] },
    ...(others.length > 0 ? [{ label: t("participants.playersWith"), lines: others }] : []),
    ...(share ? [{ label: t("participants.yourShare"), lines: [formatDue(share)] }] : []),
  ];
  const noteOfReminder = share?.isAtClub
    ? t("participants.shareAtClub")
    : share
      ? t("participants.shareUntil", { when: dates.weekdayDateTime(share.until) })
      : t("participants.mailSayReminder");
  const text = t(`participants.mailText${kind}`, { organizer, organization });
  return {
    subject: t(`participants.mailSubject${kind}`, { organizer, what, when, facility }),
    preview: text,
    paragraphs: [text],
    facts,
    ...(kind !== "Removed" &&
      kind !== "Reassigned" && {
        button: {
          label: t(kind === "Invitation" ? "participants.mailAnswer" : "participants.mailShow"),
          url: params.link,
        },
      }),
    ...(kind === "Reminder" && { note: noteOfReminder }),
    ...(params.isShareBack && { note: t("participants.mailShareBack") }),
    ...(kind === "Invitation" && { note: t("participants.mailNote", { organizer }) }),
  };
}

function createExample(kind: PlayerMailKind, facts: MailExample): PlayerMailParams {
  const { organization, field, facility, start, end, timezone, formerStart, formerEnd } = facts;
  return {
    ...{ organizer: facts.person, organization, sport: facts.booking, field, facility, address: null },
    ...{ start, end, timezone, link: facts.url },
    ...(kind === "Moved" && { before: { start: formerStart, end: formerEnd, fieldId: "", field } }),
  };
}

export const playerMails = Object.fromEntries(
  mailKinds.map((kind) => [
    kind,
    defineMailTemplate<PlayerMailParams>(
      `participants.${kind.toLowerCase()}`,
      (params, reader) => compose(kind, params, reader),
      {
        example: (facts) => createExample(kind, facts),
        optionalKind: kind === "Reminder" ? "own_booking_reminder" : undefined,
      },
    ),
  ]),
) as Record<PlayerMailKind, MailTemplate<PlayerMailParams>>;
