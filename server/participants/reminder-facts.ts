/** Players and debts, as reminders of a booking name them. */
import { amountOwed, listSharesOfEvent, type SaleChargeRow } from "#server/charges/sale-charges.ts";
import type { ReminderFacts } from "#server/events/reminder-facts-port.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { fullNameOfPlayer } from "./names.ts";
import { listPlayers } from "./queries.ts";
import { isStanding } from "./share-units.ts";
import { findSharedEvent, findSplit, paymentOf } from "./shares.ts";

type Context = Pick<TenantContext, "db" | "organizationId">;

/** Nobody is asked for what is written off. */
const askedFor = (charge: SaleChargeRow): number => (charge.written_off_at === null ? amountOwed(charge) : 0);
const sumOf = (charges: readonly SaleChargeRow[]): number => charges.reduce((sum, charge) => sum + askedFor(charge), 0);

/** The charge of a booking and those of its extras. */
async function listOwnCharges({ db, organizationId }: Context, eventId: string): Promise<SaleChargeRow[]> {
  const ofExtras = db
    .selectFrom("event_extras")
    .select("charge_id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId);
  return db
    .selectFrom("charges")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where((e) => e.or([e("event_id", "=", eventId), e("id", "in", ofExtras)]))
    .execute();
}

export async function readReminderFacts(context: Context, eventId: string): Promise<ReminderFacts> {
  const { db, organizationId } = context;
  const players = await listPlayers(db, organizationId, [eventId]);
  return {
    // A forgotten player has no name.
    players: players.flatMap((player) => (player.state === "accepted" ? fullNameOfPlayer(player) || [] : [])),
    unpaid: sumOf(await listOwnCharges(context, eventId)),
    sharesUnpaid: sumOf((await listSharesOfEvent(db, organizationId, eventId)).filter(isStanding)),
  };
}

export interface ShareDue {
  /** Minor units. */
  due: number;
  currency: string;
  /** After it the organizer owes it. */
  until: Date;
  /** It is paid at the desk. */
  isAtClub: boolean;
}

/** The unpaid share of a player. */
export async function findShareDue(
  { db, organizationId }: Context,
  { event_id: eventId, id }: { event_id: string; id: string },
): Promise<ShareDue | undefined> {
  const split = await findSplit(db, organizationId, eventId);
  if (!split || split.settled_at !== null) return undefined;
  const own = (await listSharesOfEvent(db, organizationId, eventId)).filter(
    (share) => isStanding(share) && share.participant_id === id,
  );
  const [first] = own;
  const due = sumOf(own);
  if (!first || due === 0) return undefined;
  const event = await findSharedEvent(db, organizationId, eventId);
  const isAtClub = paymentOf(event) === "on_site";
  return { due, currency: first.currency, until: split.settles_at, isAtClub };
}
