/** Port of accounts to second factors; registered in `app.ts`. */
import type { SecondFactorRequest } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** A sign-in whose password, or provider, has said who it is. */
export interface FirstStep {
  userId: string;
  network: string;
  /** The browser, if it has signed in with the account before. */
  device: string | undefined;
  /** The organization that the person joins once signed in; null for none. */
  organizationId: string | null;
}

export interface SecondFactorPort {
  /** @returns the ticket of the second step; undefined if the account signs in with its password alone */
  requestSecondFactor(db: Database, signIn: FirstStep, now: Date): Promise<SecondFactorRequest | undefined>;
}

export const secondFactorPort = definePort<SecondFactorPort>({ requestSecondFactor: async () => undefined });
