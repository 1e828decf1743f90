/** Open checkouts of an event: closes sessions at the provider once nothing is due, or the hold or event is over. */
import { sql } from "kysely";
import { eventStateOf } from "#contract/events-states-rules.ts";
import type { RequestContext, TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { completeCardPayment } from "./cards/complete-payment.ts";
import { fulfilPayment } from "./fulfil.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import { findOpenPayment } from "./ledger.ts";
import type { DebtSubject } from "./lock-debts.ts";
import { findProvider } from "./providers/registry.ts";

/** @throws HttpError 409 if nothing is due, or the hold has expired */
export function assertPayable({ event, due }: Pick<DebtSubject, "event" | "due">, now: Date): void {
  if (event && eventStateOf(event) === "pendingPayment" && (!event.hold_expires_at || event.hold_expires_at <= now))
    throw new HttpError(409, message("payments.holdOver"));
  if (due === 0) throw new HttpError(409, message("payments.nothingDue"));
}

/** A payment whose page was never shown cannot have been paid, nor those that were to be paid with it. */
export async function dropUnstartedPayment(
  db: Database,
  { organizationId, id, groupId, now }: { organizationId: string; id: string; groupId: string | null; now: Date },
  failure: string | null = null,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ status: failure === null ? "canceled" : "failed", failure, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where((payment) => payment.or([payment("id", "=", id), payment("group_id", "=", groupId ?? id)]))
    .where("status", "=", "created")
    .execute();
}

/** @throws HttpError 503 during an outage of the provider: the outcome is unknown, and nothing has changed */
export async function closeOpenSession(
  { db, appContext, now, organizationId }: TenantContext,
  key: ChargeKey,
): Promise<void> {
  const open = await findOpenPayment(db, organizationId, key);
  if (!open) return;
  const { provider_session_id: sessionId, provider_account: account } = open;
  if (!sessionId && open.card_id !== null) return completeCardPayment(appContext, organizationId, open.id);
  if (!sessionId) return dropUnstartedPayment(db, { organizationId, id: open.id, groupId: open.group_id, now });
  await findProvider(open.provider).expireSession({ db, appContext, now }, { organizationId, sessionId, account });
  await fulfilPayment(appContext, organizationId, open.id);
}

/** Runs before a hold is released, on the pool. */
export const expireSessionBeforeHold = (context: TenantContext, { eventId }: { eventId: string }): Promise<void> =>
  closeOpenSession(context, { eventId });

const BATCH_SIZE = 100;

const listNeedlessSessions = ({ db }: AppContext) =>
  db
    .selectFrom("payments")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "payments.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .select(["payments.organization_id", "events.id as event_id"])
    .where("payments.status", "in", ["created", "processing"])
    .where(
      sql<boolean>`(events.status in ('canceled', 'rejected') or events.paid - events.refunded + events.covered >= events.price - events.shared)`,
    )
    // Start with the newest, so that a session that cannot be closed never blocks newer ones.
    .orderBy("payments.created_at", "desc")
    .limit(BATCH_SIZE)
    .execute();

const listNeedlessSessionsOfSales = ({ db }: AppContext) =>
  db
    .selectFrom("payments")
    .innerJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "payments.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["payments.organization_id", "charges.id as charge_id"])
    .where("payments.status", "in", ["created", "processing"])
    .where(sql<boolean>`(charges.voided_at is not null or charges.settled >= charges.amount - charges.credited)`)
    .orderBy("payments.created_at", "desc")
    .limit(BATCH_SIZE)
    .execute();

/** Without parameters, on schedule, closes all sessions with nothing due. */
export const closeSessions: Job = {
  name: "payments.closePage",
  concurrency: 5,
  cron: "* * * * *",
  async run(appContext: AppContext, { organizationId, eventId, chargeId }) {
    const close = (organization: string, key: ChargeKey) =>
      closeOpenSession(
        { db: appContext.db, appContext, now: appContext.clock.now(), organizationId: organization },
        key,
      );
    if (typeof eventId === "string") return close(String(organizationId), { eventId });
    if (typeof chargeId === "string") return close(String(organizationId), { chargeId });
    const needless = [
      ...(await listNeedlessSessions(appContext)).map((one) => ({ ...one, key: { eventId: one.event_id } })),
      ...(await listNeedlessSessionsOfSales(appContext)).map((one) => ({ ...one, key: { chargeId: one.charge_id } })),
    ];
    const closeOne = (one: { organization_id: string; key: ChargeKey }) => close(one.organization_id, one.key);
    await runEach(needless, closeOne, "payment sessions could not be closed");
  },
};

export async function queueSessionExpiry(
  { db, appContext, organizationId }: TenantContext,
  key: ChargeKey,
): Promise<void> {
  if (await findOpenPayment(db, organizationId, key))
    await appContext.jobs.send(db, closeSessions.name, { organizationId, ...key });
}

export const expireSessionOfEndedEvent = (context: RequestContext, { eventId }: { eventId: string }): Promise<void> =>
  queueSessionExpiry(context, { eventId });

export const expireSessionOfVoidedSale = (context: TenantContext, { chargeId }: { chargeId: string }): Promise<void> =>
  queueSessionExpiry(context, { chargeId });
