/** Pages to pay on, from our side: who may open one, and when they are closed. */
import { sql } from "kysely";
import { stateOf } from "#contract/events-rules.ts";
import type { Place, Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { onEach } from "#server/kit/each.ts";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { Problem, say } from "#server/kit/problem.ts";
import { closePage } from "#server/provider/pages.ts";
import { fulfilPayment } from "./fulfil.ts";
import { dueOf, findOpenPayment, type holdEvent } from "./ledger.ts";

type HeldEvent = Awaited<ReturnType<typeof holdEvent>>;

/** @throws Problem 409 where nothing is due any more, or the time to pay has run out */
export function refuseUnpayable(event: HeldEvent, now: Date): void {
  const { hold_expires_at: until } = event;
  if (stateOf(event) === "pendingPayment" && (!until || until <= now)) throw new Problem(409, say("payments.holdOver"));
  if (dueOf(event) === 0) throw new Problem(409, say("payments.nothingDue"));
}

/** A payment that the provider never heard of, or whose page nobody was shown: nobody can have paid it. */
export async function dropPayment(
  db: Database,
  { organizationId, id, now }: { organizationId: string; id: string; now: Date },
  failure: string | null = null,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ status: failure === null ? "canceled" : "failed", failure, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("status", "=", "created")
    .execute();
}

/**
 * Closes the page that an event can be paid on. Afterwards its payment is canceled, or was made: as the provider says.
 * @throws Problem 503 where the provider does not answer: then nobody knows, and nothing is changed
 */
export async function closeOpenPage({ db, house, now, organizationId }: Scene, eventId: string): Promise<void> {
  const open = await findOpenPayment(db, organizationId, eventId);
  if (!open) return;
  if (!open.session_id) return dropPayment(db, { organizationId, id: open.id, now });
  await closePage(house, open.session_id, { account: open.provider_account });
  await fulfilPayment(house, organizationId, open.id);
}

/** Before a hold is let go, on the pool. */
export const askBeforeExpiry = (scene: Scene, { eventId }: { eventId: string }): Promise<void> =>
  closeOpenPage(scene, eventId);

const atOnce = 100;

/** Open pages of events that ended, or that nothing is due for any more. */
const listNeedless = ({ db }: House) =>
  db
    .selectFrom("payments")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "payments.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .select(["payments.organization_id", "payments.event_id"])
    .where("payments.status", "in", ["created", "processing"])
    .where(sql<boolean>`(events.status in ('canceled', 'rejected') or events.paid - events.refunded >= events.price)`)
    // One that cannot be closed is listed again and again, but keeps no newer one from being closed.
    .orderBy("payments.created_at", "desc")
    .limit(atOnce)
    .execute();

/** Closes the page of an event that nobody should pay for any more; as a sweep, all such pages. */
export const closePages: Job = {
  name: "payments.closePage",
  sweep: "* * * * *",
  async run(house: House, { organizationId, eventId }) {
    const close = (organization: string, event: string) =>
      closeOpenPage({ db: house.db, house, now: house.clock.now(), organizationId: organization }, event);
    if (typeof eventId === "string") return close(String(organizationId), eventId);
    const closeOne = (one: { organization_id: string; event_id: string }) => close(one.organization_id, one.event_id);
    await onEach(await listNeedless(house), closeOne, "pages could not be closed");
  },
};

/** Within the transaction that ended an event, or settled what was due. */
export async function sendClosing({ db, house, organizationId }: Scene, eventId: string): Promise<void> {
  if (await findOpenPayment(db, organizationId, eventId))
    await house.jobs.send(db, closePages.name, { organizationId, eventId });
}

export const closeForEnded = (place: Place, { eventId }: { eventId: string }): Promise<void> =>
  sendClosing(place, eventId);
