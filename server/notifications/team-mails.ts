/**
 * Mails what happened and was not read in the application (digest). To the team: at once, or all of a day in one mail each
 * morning, as each person has chosen. To who has invited players: their answers.
 */
import {
  type NotificationKind,
  type Notification,
  TEAM_MAILS,
  bundledMailKinds,
  teamMailKinds,
} from "#contract/notifications.ts";
import { writeSentence } from "#contract/notifications-sentence-rules.ts";
import { dateFormats, languageTags } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import type { Database } from "#server/kit/db/database.ts";
import { defineMailTemplate, type MailFact } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findRecipient } from "#server/members/mail.ts";
import { listTeamAccess } from "#server/members/permissions.ts";
import { answersMail, toAnswersParams } from "./answers-mail.ts";
import {
  defaultChoice,
  findTimezone,
  listDueMails,
  listOrganizationNames,
  listPreferences,
  listUnread,
  type MailTimes,
  MERGE_MS,
  updateToMailed,
} from "./queries.ts";
import { serializeNotification } from "./read.ts";
import { readSubjects } from "./subjects.ts";

/** By the clock of the organization. */
const MORNING = { hour: 7, minute: 30 };
/** Answers of players within this time are one mail. */
const ANSWERS_MS = 5 * 60_000;
/** More are counted. */
const MAX_LINES = 20;

/** The next morning of an organization after an instant. */
export function findNextMorning(timezone: string, now: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  const today = local.withPlainTime(MORNING);
  const next = today.epochMilliseconds > now.getTime() ? today : today.add({ days: 1 }).withPlainTime(MORNING);
  return new Date(next.epochMilliseconds);
}

/** @returns undefined for a kind of which no such mail tells */
export async function findMailTimes(
  { db, organizationId, now }: { db: Database; organizationId: string; now: Date },
  kind: NotificationKind,
): Promise<MailTimes | undefined> {
  if (!bundledMailKinds.includes(kind)) return undefined;
  const isToTeam = teamMailKinds.includes(kind);
  const timezone = await findTimezone(db, organizationId);
  // Until then the same fact may come again, or be taken back.
  const atOnce = new Date(now.getTime() + (isToTeam ? MERGE_MS : ANSWERS_MS));
  const daily = findNextMorning(timezone, now);
  return { default: defaultChoice(kind, "mail"), at_once: atOnce, daily, isBundled: !isToTeam };
}

interface NewsParams {
  organization: string;
  facts: MailFact[];
  /** Beyond those. */
  others: number;
}

const newsMail = defineMailTemplate<NewsParams>(
  "notifications.news",
  ({ organization, facts, others }, { t, appUrl }) => {
    const count = facts.length + others;
    const [first] = facts;
    const single = count === 1 ? first?.lines[0] : undefined;
    return {
      subject: single ?? t("notifications.mailSubject", { count, organization }),
      preview: single ?? t("notifications.mailText", { organization }),
      paragraphs: [
        t("notifications.mailText", { organization }),
        ...(others > 0 ? [t("notifications.mailOthers", { count: others })] : []),
      ],
      facts,
      button: { label: t("notifications.mailButton"), url: `${appUrl}/notifications` },
    };
  },
  { optionalKind: TEAM_MAILS },
);

/** The sentence of the bell, and which booking or money it is about. */
function describe(
  notification: Notification,
  { language, timezone }: { language: Language; timezone: string },
): MailFact {
  const { before, name, after } = writeSentence(translators[language], notification);
  const { booking, money, at } = notification;
  const place = booking ?? money;
  const when = place ? dateFormats(language, place.timezone).zonedDayTime(place.startTime) : undefined;
  const detail = [
    ...(money ? [formatMoney(money.amount, money.currency, languageTags[language]), money.field] : []),
    ...(when === undefined ? [] : [when]),
  ].join(" · ");
  const sentence = `${before}${name}${after}`;
  return {
    label: dateFormats(language, timezone).zonedDayTime(at),
    lines: detail === "" ? [sentence] : [sentence, detail],
  };
}

interface DueMail {
  userId: string;
  organizationId: string;
}

/** Leaves out rows that have been read in the application meanwhile, or are not wanted by mail any more. */
async function mailNews(appContext: AppContext, db: Database, { userId, organizationId }: DueMail): Promise<void> {
  const now = appContext.clock.now();
  const ids = await updateToMailed(db, { userId, organizationId, now });
  if (ids.length === 0) return;
  const recipient = await findRecipient(db, organizationId, userId);
  const access = await listTeamAccess(db, userId);
  const names = await listOrganizationNames(db, [organizationId]);
  const organization = names.get(organizationId);
  if (!recipient || organization === undefined) return;
  const reader = { userId, access };
  const wanted = new Set<string>(
    (await listPreferences(db, reader)).flatMap(({ kind, channel, choice }) =>
      channel === "mail" && choice !== "off" ? [kind] : [],
    ),
  );
  const rows = (await listUnread(db, reader, ids)).filter(({ kind }) => wanted.has(kind));
  if (rows.length === 0) return;
  const subjectOf = await readSubjects(db, rows);
  const { email: to, language } = recipient;
  const news = rows.map((row) => serializeNotification(row, subjectOf(row), names));
  const [ofTeam, answers] = [true, false].map((isToTeam) =>
    news.filter(({ kind }) => teamMailKinds.includes(kind) === isToTeam),
  ) as [Notification[], Notification[]];
  const context = { db, appContext, now, organizationId };
  if (ofTeam.length > 0) {
    const timezone = await findTimezone(db, organizationId);
    const facts = ofTeam.slice(0, MAX_LINES).map((one) => describe(one, { language, timezone }));
    const params = { organization, facts, others: ofTeam.length - facts.length };
    await enqueueMail(context, { to, language, template: newsMail, params });
  }
  const params = toAnswersParams(answers, { organization, organizationId });
  if (params) await enqueueMail(context, { to, language, template: answersMail, params });
}

export const mailUnread: Job = {
  name: "notifications.mail",
  cron: "* * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    const { db, clock } = appContext;
    let due: DueMail[];
    while ((due = await listDueMails(db, clock.now())).length > 0)
      await runEach(
        due,
        (one) => db.transaction().execute((transaction) => mailNews(appContext, transaction, one)),
        "mails of what is unread could not be written",
      );
  },
};
