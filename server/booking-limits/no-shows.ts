/** Blocks online booking after too many no-shows, counted from the marks of attendance. */
import type { BlockRule } from "#contract/organization-options.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { cancelQueuedMails, enqueueMail } from "#server/kit/mail/outbox.ts";
import { findRecipient } from "#server/members/mail.ts";
import { lockMembership, updateMembership } from "#server/members/memberships.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import { findRulesOfMember } from "#server/members/roles.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { bookingBlockedMail } from "./mail.ts";

const DAY_MS = 86_400_000;
/** Marks are made until a week after the end. */
const MARK_MS = 8 * DAY_MS;

export interface NoShowMark {
  start: Date;
  markedAt: Date;
}

/**
 * The last end of a block that the marks make.
 * @param marks by their start
 * @returns undefined where they are too few
 */
export function findBlockEnd({ count, days, blockDays }: BlockRule, marks: readonly NoShowMark[]): Date | undefined {
  const ends = marks.flatMap(({ start, markedAt }, index) => {
    const first = marks[index - count + 1];
    const isEnough = first !== undefined && first.start.getTime() > start.getTime() - days * DAY_MS;
    return isEnough ? [markedAt.getTime() + blockDays * DAY_MS] : [];
  });
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

async function listMarks(
  { db, organizationId, now }: BlockContext,
  userId: string,
  { days, blockDays }: BlockRule,
): Promise<NoShowMark[]> {
  const rows = await db
    .selectFrom("events")
    .select(["start_time", "attendance_at"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("attendance", "=", "no_show")
    .where("start_time", ">", new Date(now.getTime() - (days + blockDays) * DAY_MS - MARK_MS))
    .orderBy("start_time")
    .execute();
  return rows.map(({ start_time, attendance_at }) => ({ start: start_time, markedAt: attendance_at ?? start_time }));
}

type BlockContext = MemoryContext & Pick<RequestContext, "db" | "now" | "appContext">;

/**
 * Counts anew after a mark was made or taken back, and tells whoever is blocked from now on.
 * @param mailAt the mail waits until then, for the mark may be a mistake
 */
export async function updateBookingBlock(context: BlockContext, userId: string, mailAt: Date): Promise<void> {
  const { db, organizationId, now } = context;
  const access = await findMemberPermissions({ db }, { id: userId, isPlatformAdmin: false }, organizationId);
  if (!access) return;
  const { noShow } = access.isTeam ? { noShow: null } : await findRulesOfMember(context, access);
  // Two marks at once wait for each other, so that the second counts the first.
  const { booking_blocked_until: before } = await lockMembership(db, organizationId, userId);
  const rule = noShow?.blockAfter ?? null;
  const end = rule && findBlockEnd(rule, await listMarks(context, userId, rule));
  const until = end && end > now ? end : null;
  if (until?.getTime() === before?.getTime()) return;
  await updateMembership(db, organizationId, userId, { booking_blocked_until: until });
  await cancelQueuedMails(context, userId);
  if (until && rule) await sendBlockedMail(context, { userId, until, rule, mailAt });
}

interface Block {
  userId: string;
  until: Date;
  rule: BlockRule;
  mailAt: Date;
}

async function sendBlockedMail(context: BlockContext, { userId, until, rule, mailAt }: Block): Promise<void> {
  const { db, organizationId } = context;
  const to = await findRecipient(db, organizationId, userId);
  if (!to) return;
  const { name: organization, timezone, phone, email } = await findOrganization(db, organizationId);
  const { count, days } = rule;
  await enqueueMail(context, {
    ...{ to: to.email, language: to.language, template: bookingBlockedMail, about: userId, after: mailAt },
    params: { organization, timezone, contact: phone ?? email, until: until.toISOString(), count, days },
  });
}
