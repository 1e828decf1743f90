/** Days and steps of what is taken from cards on file: told, tried, tried again. */
import type { CardFeesTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import type { Selectable } from "kysely";
import { type CardDebt, chargeCard } from "./charge.ts";
import { isChargeable } from "./chargeable.ts";
import { failCard } from "./fail.ts";
import type { AnnouncedCharge, CardRefusalKind } from "./mail.ts";
import { type CardRow, hasExpired } from "./queries.ts";

/** Days before a charge on which its holder is told. */
export const TOLD_DAYS = 3;
/** Days of the tries after the first one. */
const LATER_TRIES = [3, 7];

/** Columns of a row that says what was told, and when it is tried. */
type ToldRow = Pick<Selectable<CardFeesTable>, "card_id" | "amount" | "first_on" | "next_on" | "tries">;

/**
 * Tells the holder, in time for the first try.
 * @returns what was told; undefined where nothing may be taken
 */
export async function tellOfCharge(
  context: TenantContext,
  card: CardRow,
  charge: AnnouncedCharge,
  notify: (context: TenantContext, card: CardRow, charge: AnnouncedCharge) => Promise<boolean>,
): Promise<(ToldRow & { updated_at: Date }) | undefined> {
  const { amount, on } = charge;
  if (!(await isChargeable(context, card))) return undefined;
  if (hasExpired(card, on)) {
    await failCard(context, card, "expired");
    return undefined;
  }
  if (!(await notify(context, card, charge))) return undefined;
  return { card_id: card.id, amount, first_on: on, next_on: on, tries: 0, updated_at: context.now };
}

/** Another card, or more than was told, is told anew. */
export function findStep(
  told: ToldRow | undefined,
  { card, amount, today }: { card: CardRow; amount: number; today: string },
): "tell" | "wait" | "take" {
  if (!told || (told.card_id !== card.id && told.tries <= LATER_TRIES.length)) return "tell";
  if (told.next_on === null || told.next_on > today) return "wait";
  return amount > told.amount ? "tell" : "take";
}

/** @param refusal the bank's, or the organization's own @param lastDay on which a try may be made */
export function planNextTry(
  told: ToldRow,
  refusal: "declined" | "authentication",
  lastDay?: string,
): { tries: number; nextOn: string | null; why: CardRefusalKind } {
  const tries = told.tries + 1;
  if (refusal === "authentication") return { tries, nextOn: null, why: "authentication" };
  const days = LATER_TRIES[tries - 1];
  const next = days === undefined ? null : addDays(told.first_on, days);
  const nextOn = next !== null && (lastDay === undefined || next <= lastDay) ? next : null;
  return { tries, nextOn, why: nextOn === null ? "last" : "again" };
}

/**
 * Obstacles at the organization, such as an account that takes no payments, count as a try.
 * @param note notes the try, in a transaction
 */
export async function tryCharge(
  appContext: AppContext,
  debt: CardDebt,
  note: (context: TenantContext) => Promise<void>,
): Promise<void> {
  try {
    await chargeCard(appContext, debt);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error;
    const { organizationId, key } = debt;
    appContext.log.warn({ ...key, reason: error.message }, "a debt cannot be taken from a card");
    await appContext.db
      .transaction()
      .execute((db) => note({ db, appContext, now: appContext.clock.now(), organizationId }));
  }
}
