import type { BookingPlayers } from "#contract/participants.ts";

/** Whether there is a share that somebody else could pay. */
export const isPayerToChoose = ({ split, players }: BookingPlayers): boolean =>
  split?.canChoosePayers === true &&
  players.some(({ share }) => share !== null && (share.isOpen || share.payer?.isPaid === false));
