/** Mail to who has invited players: their answers of some minutes, by booking. */
import type { Notification } from "#contract/notifications.ts";
import { playerSentences } from "#contract/notifications-sentence-rules.ts";
import type { ParticipantState } from "#contract/participants.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Translate } from "#messages/translator.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";

interface AnsweredBooking {
  eventId: string;
  field: string;
  /** ISO 8601. */
  start: string;
  timezone: string;
  answers: { name: string; state: ParticipantState }[];
}

interface AnswersParams {
  organization: string;
  organizationId: string;
  bookings: AnsweredBooking[];
}

/** @returns undefined where nothing is left to tell: the booking is canceled, or another customer's */
export function toAnswersParams(
  answers: readonly Notification[],
  { organization, organizationId }: { organization: string; organizationId: string },
): AnswersParams | undefined {
  const told = answers.flatMap(({ booking, player, name }) =>
    booking &&
    player &&
    name !== null &&
    ["pending", "approved"].includes(booking.status) &&
    // A player who was removed or invited anew since has not answered.
    ["accepted", "declined", "left"].includes(player.state)
      ? [{ booking, name, state: player.state }]
      : [],
  );
  const bookings = [...Map.groupBy(told, ({ booking }) => booking.eventId).values()].flatMap((own) => {
    const booking = own[0]?.booking;
    if (!booking) return [];
    const { eventId, field, startTime: start, timezone } = booking;
    return [{ eventId, field: field.name, start, timezone, answers: own.map(({ name, state }) => ({ name, state })) }];
  });
  return bookings.length > 0 ? { organization, organizationId, bookings } : undefined;
}

/** Somebody who has answered twice is told of as they answered last. */
const sentencesOf = ({ field, answers }: AnsweredBooking, t: Translate): string[] => [
  ...new Set(answers.map(({ name, state }) => t(playerSentences[state], { name, field }))),
];

export const answersMail = defineMailTemplate<AnswersParams>(
  "notifications.answers",
  ({ organization, organizationId, bookings }, { t, language, appUrl }) => {
    const facts = bookings.map((booking) => ({
      label: dateFormats(language, booking.timezone).zonedDayTime(booking.start),
      lines: sentencesOf(booking, t),
    }));
    const sentences = facts.flatMap(({ lines }) => lines);
    const [only = ""] = sentences;
    const [first, ...others] = bookings;
    const text = t("notifications.answersText", { organization });
    return {
      subject: sentences.length === 1 ? only : t("notifications.answersSubject", { count: sentences.length }),
      preview: text,
      paragraphs: [text],
      facts,
      button:
        first && others.length === 0
          ? { label: t("events.mailShow"), url: `${appUrl}/organizations/${organizationId}/events/${first.eventId}` }
          : { label: t("notifications.answersShow"), url: `${appUrl}/my-bookings` },
    };
  },
  {
    optionalKind: "player_answered",
    example: ({ organization, organizationId, person, field, start, timezone }) => ({
      ...{ organization, organizationId },
      bookings: [
        { eventId: organizationId, field, start, timezone, answers: [{ name: person, state: "accepted" as const }] },
      ],
    }),
  },
);
