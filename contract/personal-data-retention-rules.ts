/**
 * How long personal data is kept. The privacy policy says it, and the code takes it from here. Apart from what browsers load
 * at once, which needs none of it. Pure.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const millisecondsOf = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;

/** How long what is kept is kept. */
export const retention = {
  unconfirmedAccount: { days: 30 },
  confirmationLink: { hours: 24 },
  passwordCode: { minutes: 15 },
  passwordLink: { minutes: 60 },
  emailChange: { hours: 24 },
  emailUndo: { days: 7 },
  secondFactorTicket: { minutes: 5 },
  secondFactorRemoval: { hours: 24 },
  singleSignOn: { minutes: 10 },
  passkeyChallenge: { minutes: 5 },
  idleSession: { days: 30 },
  session: { days: 90 },
  deviceToken: { days: 400 },
  invitation: { days: 30 },
  /** Open ones, and answered ones once they are answered. */
  joinRequest: { days: 60 },
  /** From its end. Offers that nobody answered count for thirty days. */
  waitlistPlace: { days: 60 },
  /** Addresses of players, from the end of the booking. */
  playerInvitation: { days: 30 },
  /** Guests who booked without an account, from their last booking or payment: 13 months. */
  guest: { days: 395 },
  /** Codes that prove the address of a guest, as hashes. */
  guestCode: { days: 1 },
  mail: { days: 30 },
  liveChange: { days: 1 },
  repeatedRequest: { days: 1 },
  importedFile: { days: 7 },
  providerEvent: { days: 45 },
  removedPhoto: { days: 1 },
  notification: { days: 90 },
  webhookDelivery: { days: 30 },
  accessCode: { days: 1 },
  /** From its end. */
  busyTime: { days: 1 },
  deviceMessage: { days: 30 },
  dataExport: { days: 7 },
  closedAccount: { days: 14 },
} as const satisfies Record<string, Partial<Record<keyof typeof millisecondsOf, number>>>;
export type Retained = keyof typeof retention;

export const retentionMs = (what: Retained): number =>
  Object.entries(retention[what]).reduce(
    (sum, [unit, count]) => sum + count * millisecondsOf[unit as keyof typeof millisecondsOf],
    0,
  );
