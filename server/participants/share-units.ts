/** Which charge pays the share of which player: their own, that of another player, or that of the booking. Pure. */
import type { SaleChargeRow } from "#server/charges/sale-charges.ts";
import type { PlayerRow } from "./queries.ts";

type Payable = Pick<PlayerRow, "id" | "payer_charge_id">;

/** Shares that stand: of who left, and of a booking that ended, they do not. */
export const isStanding = ({ void_reason }: SaleChargeRow): boolean => void_reason === null;
/** Changes of people and of the price leave it as it is. */
export const isFixed = ({ settled, credited, invoiced, written_off_at }: SaleChargeRow): boolean =>
  settled > 0 || credited > 0 || invoiced > 0 || written_off_at !== null;
/** A charge pays so many shares. */
export const unitsOf = ({ quantity }: Pick<SaleChargeRow, "quantity">): number => quantity ?? 1;
export const unitPriceOf = ({ unit_price, amount }: Pick<SaleChargeRow, "unit_price" | "amount">): number =>
  unit_price ?? amount;
export const sumUnits = (shares: readonly SaleChargeRow[]): number =>
  shares.reduce((sum, share) => sum + unitsOf(share), 0);

/** Players whose shares a charge pays beside its debtor's. */
export const listPaidFor = <Player extends Payable>(players: readonly Player[], chargeId: string): Player[] =>
  players.filter(({ payer_charge_id }) => payer_charge_id === chargeId);

/** The charge by which a player owes their own share; undefined where somebody else pays it, or they owe none. */
export const findOwnShare = (
  shares: readonly SaleChargeRow[],
  players: readonly Payable[],
  playerId: string,
): SaleChargeRow | undefined =>
  shares.find(
    (share) =>
      isStanding(share) && share.participant_id === playerId && unitsOf(share) > listPaidFor(players, share.id).length,
  );

/** Whether the organizer pays the share of a player. @param shares all of the booking, also those that have ended */
export const isPaidByOrganizer = (shares: readonly SaleChargeRow[], { payer_charge_id }: Payable): boolean =>
  payer_charge_id !== null && shares.every(({ id }) => id !== payer_charge_id);

/** The charge of another player that pays the share of this one. */
export const findShareOfPayer = (
  shares: readonly SaleChargeRow[],
  { payer_charge_id }: Payable,
): SaleChargeRow | undefined => shares.find((share) => isStanding(share) && share.id === payer_charge_id);
