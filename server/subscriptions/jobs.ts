/**
 * Job of memberships, by the clock of each organization from 6 in the morning: tells of renewals, charges new terms, ends what was
 * not paid. States follow from the dates by themselves: a job that was down moves nothing but mails and charges.
 */
import { sql } from "kysely";
import { noticeDay } from "#contract/subscriptions-rules.ts";
import type { SubscriptionJobAct } from "#contract/subscriptions.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { saveSubscription } from "./changes.ts";
import { notifyEnded, notifyRenewal, notifyRenewalDue } from "./mail.ts";
import { isMorning } from "./is-morning.ts";
import { renewalPort } from "./renewal-port.ts";
import { addTerm, findNextPrice, findRenewalObstacle, voidUnpaidTerm } from "./renew.ts";
import {
  findSubscriptionWithTerms,
  findUnpaidTerm,
  type SubscriptionWithTerms,
  lastTerm,
  lockFreeSubscription,
  todayOf,
} from "./rows.ts";

const BATCH_SIZE = 200;
/** Days before the end on which the earliest notice is sent. */
const MAX_NOTICE_DAYS = 90;

interface NearSubscription {
  organization_id: string;
  id: string;
  timezone: string;
  ends_on: string;
  holds_until: string;
  noticed_on: string | null;
  notice_days: number;
  /** The term that waits for its payment. */
  unpaid_id: string | null;
}

/** Those of which something is due today or by the clock of an organization that is ahead. */
const listNear = ({ db, clock }: AppContext, last: NearSubscription | undefined): Promise<NearSubscription[]> => {
  const today = localDateOf("UTC", clock.now());
  const noticeDays = sql<number>`(term.terms->>'noticeDays')::int`;
  return db
    .selectFrom("subscriptions")
    .innerJoin("organizations", "organizations.id", "subscriptions.organization_id")
    .innerJoin("subscription_terms as term", (join) =>
      join
        .onRef("term.organization_id", "=", "subscriptions.organization_id")
        .onRef("term.subscription_id", "=", "subscriptions.id")
        .onRef("term.to_on", "=", "subscriptions.ends_on"),
    )
    .leftJoin("subscription_terms as unpaid", (join) =>
      join
        .onRef("unpaid.organization_id", "=", "subscriptions.organization_id")
        .onRef("unpaid.subscription_id", "=", "subscriptions.id")
        .on("unpaid.position", ">", 1)
        .on("unpaid.is_paid", "=", false)
        .on("unpaid.voided_at", "is", null),
    )
    .select(["subscriptions.organization_id", "subscriptions.id", "organizations.timezone"])
    .select(["subscriptions.ends_on", "subscriptions.holds_until", "term.noticed_on"])
    .select([noticeDays.as("notice_days"), "unpaid.id as unpaid_id"])
    .where("organizations.archived_at", "is", null)
    .where("organizations.enabled", "=", true)
    .where("subscriptions.renews", "=", true)
    .where("subscriptions.canceled_on", "is", null)
    .where("term.voided_at", "is", null)
    .where("subscriptions.ends_on", "<=", addDays(today, MAX_NOTICE_DAYS + 1))
    .where(
      sql<boolean>`(subscriptions.holds_until <= ${today} or unpaid.id is null and (subscriptions.ends_on <= ${today}
        or term.noticed_on is null and subscriptions.ends_on - ${noticeDays} <= ${addDays(today, 1)}))`,
    )
    .where(
      last
        ? sql<boolean>`(subscriptions.ends_on, subscriptions.id) > (${last.ends_on}, ${last.id})`
        : sql<boolean>`true`,
    )
    .orderBy("subscriptions.ends_on")
    .orderBy("subscriptions.id")
    .limit(BATCH_SIZE)
    .execute();
};

/** Says by the clock of its organization, before it is locked: most that end within three months wait for their day. */
function isDue({ timezone, ends_on, holds_until, noticed_on, notice_days, unpaid_id }: NearSubscription, now: Date) {
  const today = localDateOf(timezone, now);
  if (holds_until < today) return true;
  if (unpaid_id !== null || !isMorning(timezone, now)) return false;
  return ends_on < today || (noticed_on === null && noticeDay(ends_on, notice_days) <= today);
}

const record = (
  { db, now, organizationId }: TenantContext,
  { row }: SubscriptionWithTerms,
  act: SubscriptionJobAct,
  after: { name: string; endsOn: string },
): Promise<void> =>
  insertActivityEntry(db, {
    ...{ organizationId, at: now, actorId: null, act, subjectId: row.id, before: undefined, after },
    ...{ ipAddress: null, customerId: row.customer_id },
  });

/** It does not renew: a type that is sold no more, an age, or a renewal that was not paid. */
async function endIt(context: TenantContext, held: SubscriptionWithTerms, why: "unpaid" | "notRenewed"): Promise<void> {
  await voidUnpaidTerm(context, held);
  const ended = await saveSubscription(context, held.row.id, { renews: false, next_type_id: null });
  await notifyEnded(context, ended, why);
  const after = { name: lastTerm(held).terms.name, endsOn: ended.row.ends_on };
  await record(context, held, why === "unpaid" ? "subscriptions.lapse" : "subscriptions.expire", after);
}

async function saveNotice(
  { db, organizationId }: TenantContext,
  termId: string,
  { today, isSent }: { today: string; isSent: boolean },
): Promise<void> {
  await db
    .updateTable("subscription_terms")
    .set({ noticed_on: today, is_notice_unsent: !isSent })
    .where("organization_id", "=", organizationId)
    .where("id", "=", termId)
    .execute();
}

async function chargeTerm(context: TenantContext, held: SubscriptionWithTerms): Promise<void> {
  await addTerm(context, held);
  const renewed = await findSubscriptionWithTerms(context.db, context.organizationId, held.row.id);
  const added = findUnpaidTerm(renewed);
  const term = added ?? lastTerm(renewed);
  const renewal = { subscriptionId: held.row.id, renewsOn: term.from_on };
  // One that is paid by card was told before.
  if (added && !(await renewalPort.isPaidByCard(context, renewal)))
    await notifyRenewalDue(context, renewed, added.price);
  await record(context, held, "subscriptions.renewDue", { name: term.terms.name, endsOn: term.to_on });
}

async function act(context: TenantContext, held: SubscriptionWithTerms): Promise<void> {
  const { row } = held;
  const today = todayOf(held, context.now);
  const unpaid = findUnpaidTerm(held);
  const last = lastTerm(held);
  const isOver = today > row.ends_on;
  const hasGrace = last.terms.graceDays > 0;
  // An unpaid renewal ends at once; mails and charges come in the morning.
  const endsUnpaid = isOver && today > row.holds_until && (unpaid !== undefined || !hasGrace);
  const renewal = { subscriptionId: row.id, renewsOn: addDays(row.ends_on, 1) };
  // Without days of grace a card still has the first day of the new term.
  if (endsUnpaid && (unpaid || !(await renewalPort.isPaidByCard(context, renewal))))
    return endIt(context, held, "unpaid");
  if (!isMorning(row.timezone, context.now) || unpaid) return;
  const isNoticeDue = last.noticed_on === null && today >= noticeDay(row.ends_on, last.terms.noticeDays);
  if (!isOver && !isNoticeDue) return;
  const obstacle = await findRenewalObstacle(context, held, "en");
  if (obstacle) return endIt(context, held, "notRenewed");
  if (isOver) return chargeTerm(context, held);
  const isSent = await notifyRenewal(context, held, await findNextPrice(context, held));
  await saveNotice(context, last.id, { today, isSent });
}

async function look(appContext: AppContext, { organization_id: organizationId, id }: NearSubscription): Promise<void> {
  await appContext.db.transaction().execute(async (db) => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    const { row } = await findSubscriptionWithTerms(db, organizationId, id);
    await lockCustomer(db, organizationId, row.customer_id);
    const held = await lockFreeSubscription(db, organizationId, id);
    if (held?.row.renews && held.row.canceled_on === null) await act(context, held);
  });
}

const renew: Job = {
  name: "subscriptions.renew",
  cron: "13 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    let last: NearSubscription | undefined;
    do {
      const near = await listNear(appContext, last);
      const due = near.filter((one) => isDue(one, appContext.clock.now()));
      await runEach(due, (one) => look(appContext, one), "memberships could not be renewed");
      last = near.length === BATCH_SIZE ? near.at(-1) : undefined;
    } while (last);
  },
};

export default [renew] satisfies Job[];
