/**
 * Webhook events of payment providers (idempotent): each is stored once, duplicates are ignored, and processed by a job, in any
 * order, any number of times: payments, refunds, disputes (chargebacks), accounts.
 */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { providerNames, type payments, type ProviderName } from "#contract/payments.ts";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { applyCardEvent } from "./cards/apply-card-event.ts";
import { fulfilPayment } from "./fulfil.ts";
import type { PaymentRow } from "./ledger.ts";
import { refreshAccount } from "./accounts.ts";
import { ProviderRefusal, type EventSubject, type ProviderContext, type ProviderEvent } from "./provider.ts";
import { automaticProviders, findAutomatic } from "./providers/registry.ts";
import { adoptProviderRefund } from "./refund-jobs.ts";

export async function storeProviderEvent(
  { db, appContext, now }: { db: Database; appContext: AppContext; now: Date },
  provider: ProviderName,
  { id, account, type, subject }: ProviderEvent,
): Promise<void> {
  const isNew = await db
    .insertInto("provider_events")
    .values({ provider, id, account, type, subject: JSON.stringify(subject), received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew) await appContext.jobs.send(db, processProviderEvents.name, { provider, id });
}

/** @throws HttpError 404 if the provider is off, 400 for an unknown signature */
export async function receiveWebhook(call: Call<typeof payments.webhook>): Promise<{ received: boolean }> {
  const { request, params } = call;
  const provider = automaticProviders.find(({ name }) => name === params.provider);
  if (!provider?.isOn(call)) throw notFound();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const event = await provider.parseWebhook(call, { headers: request.headers, body });
  if (event === undefined) throw new HttpError(400, message("kit.malformed"));
  if (event) await storeProviderEvent(call, provider.name, event);
  return { received: true };
}

interface StoredProviderEvent {
  provider: ProviderName;
  id: string;
  account: string | null;
  subject: EventSubject;
}

/** Searches on the account that sent the event, so that organizations are never mixed. Each lookup has its own index. */
async function findPaymentOfEvent(
  { db }: AppContext,
  { provider, account, subject }: StoredProviderEvent,
): Promise<PaymentRow | undefined> {
  if (subject.kind === "account" || subject.kind === "card" || subject.kind === "cardSetup") return undefined;
  const { sessionId, intentId, organizationId = "", paymentId = "" } = subject;
  const ofAccount = db
    .selectFrom("payments")
    .selectAll()
    .where("provider", "=", provider)
    .where(account ? sql<boolean>`provider_account = ${account}` : sql<boolean>`provider_account is null`);
  const queries = [
    ...(sessionId ? [ofAccount.where("provider_session_id", "=", sessionId)] : []),
    ...(intentId ? [ofAccount.where("provider_intent_id", "=", intentId)] : []),
    ...(isUuid(organizationId) && isUuid(paymentId)
      ? [ofAccount.where("organization_id", "=", organizationId).where("id", "=", paymentId)]
      : []),
  ];
  for (const query of queries) {
    // Payments of one page have one session: the first stands for all.
    const found = await query.orderBy("id").executeTakeFirst();
    if (found) return found;
  }
  return undefined;
}

async function saveDispute(context: ProviderContext, payment: PaymentRow, id: string): Promise<void> {
  const { appContext, now } = context;
  const dispute = await findAutomatic(payment.provider).retrieveDispute(context, id, payment.provider_account);
  const { organization_id, id: payment_id } = payment;
  const state = { amount: dispute.amount, status: dispute.status, reason: dispute.reason, due_by: dispute.dueBy };
  await appContext.db.transaction().execute(async (db) => {
    const { is_new: isNew } = await db
      .insertInto("disputes")
      .values({ organization_id, id, payment_id, ...state, created_at: dispute.createdAt, updated_at: now })
      .onConflict((conflict) => conflict.columns(["organization_id", "id"]).doUpdateSet({ ...state, updated_at: now }))
      .returning(sql<boolean>`xmax = 0`.as("is_new"))
      .executeTakeFirstOrThrow();
    await insertLiveChange(db, { organizationId: organization_id, module: "payments", subjectId: payment_id, at: now });
    if (!isNew) return;
    const { amount, reason, dueBy } = dispute;
    const tenantContext = { db, appContext, now, organizationId: organization_id };
    await publish(tenantContext, "payments.disputed", { paymentId: payment_id, amount, reason, dueBy });
  });
}

/** Retrieves the present state, because events arrive late and in any order. */
async function applyProviderEvent(appContext: AppContext, event: StoredProviderEvent): Promise<void> {
  const { subject } = event;
  const provider = findAutomatic(event.provider);
  const context = { db: appContext.db, appContext, now: appContext.clock.now() };
  if (subject.kind === "account") return refreshAccount(context, provider.name, subject.id, subject.isDisconnected);
  if (subject.kind === "card" || subject.kind === "cardSetup")
    return applyCardEvent(appContext, { provider: provider.name, account: event.account, subject });
  const payment = await findPaymentOfEvent(appContext, event);
  // Other applications may use the account too.
  if (!payment) return;
  await fulfilPayment(appContext, payment.organization_id, payment.id);
  const { provider_account: account, provider_intent_id: intentId } = payment;
  if (subject.kind === "dispute") return saveDispute(context, payment, subject.id);
  if (subject.kind === "refund")
    return adoptProviderRefund(appContext, payment, await provider.retrieveRefund(context, subject.id, account));
  if (subject.kind !== "refunds" || !intentId) return;
  for (const state of await provider.listRefunds(context, intentId, account))
    await adoptProviderRefund(appContext, payment, state);
}

async function processStoredEvent(appContext: AppContext, provider: string, id: string): Promise<void> {
  const { db, clock } = appContext;
  const event = await db
    .selectFrom("provider_events")
    .select(["provider", "id", "account", "subject", "received_at"])
    .where("provider", "=", provider)
    .where("id", "=", id)
    .where("processed_at", "is", null)
    .executeTakeFirst();
  if (!event) return;
  const saveResult = (row: { processed_at?: Date; failure: string | null }) =>
    db
      .updateTable("provider_events")
      .set({ ...row, tries: sql`tries + 1` })
      .where("provider", "=", provider)
      .where("id", "=", id)
      .execute();
  try {
    await applyProviderEvent(appContext, event as StoredProviderEvent);
    await saveResult({ processed_at: clock.now(), failure: null });
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 300) : "unknown";
    const isRefused = error instanceof ProviderRefusal;
    const isGivenUp = clock.now().getTime() - event.received_at.getTime() > MAX_PROCESSING_MS;
    await saveResult({ ...((isRefused || isGivenUp) && { processed_at: clock.now() }), failure });
    if (isRefused)
      appContext.log.warn({ event: id, code: error.code }, "the payment provider does not tell what an event is about");
    else if (isGivenUp) appContext.log.error({ event: id, err: error }, "an event of the provider is given up");
    else throw error;
  }
}

const minute = 60_000;
/** The hourly comparison finds what an event would have told. */
const MAX_PROCESSING_MS = 7 * 24 * 60 * minute;
const RETENTION_MS = retentionMs("providerEvent");
const BATCH_SIZE = 100;

/** Without an id, on schedule, processes all that wait. */
export const processProviderEvents: Job = {
  name: "payments.notice",
  concurrency: 5,
  cron: "* * * * *",
  async run(appContext, { provider = providerNames[0], id }) {
    if (typeof id === "string") return processStoredEvent(appContext, String(provider), id);
    const { db, clock } = appContext;
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    // The provider lists its events of a month: an older one never comes again.
    await db.deleteFrom("provider_events").where("processed_at", "<", before(RETENTION_MS)).execute();
    const waiting = await db
      .selectFrom("provider_events")
      .select(["provider", "id"])
      .where("processed_at", "is", null)
      .where("received_at", "<", before(minute))
      // The pause grows with each try, up to an hour.
      .where(
        sql<boolean>`received_at < ${clock.now().toISOString()}::timestamptz
          - make_interval(mins => least(60, tries) * tries)`,
      )
      .orderBy("tries")
      .orderBy("received_at")
      .limit(BATCH_SIZE)
      .execute();
    await runEach(
      waiting,
      (one) => processStoredEvent(appContext, one.provider, one.id),
      "events could not be worked on",
    );
  },
};
