/** Port of accounts to joining; registered in `app.ts`. */
import type { JoinOutcome, RegistrationDraft } from "#contract/accounts.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";
import type * as z from "zod/mini";

/** Kept with a registration until its address is confirmed. */
export interface PendingJoin {
  organizationId: string;
  /** Null where it is the organization itself that lets people in. */
  linkId: string | null;
  /** The organization's, for mails. */
  name: string;
  message: string | null;
}
type JoinDraft = NonNullable<z.output<typeof RegistrationDraft>["join"]>;

export interface JoinPort {
  /** @throws HttpError 422 on `join` where nobody can join by it */
  findPendingJoin(context: Pick<RequestContext, "db" | "now" | "address">, join: JoinDraft): Promise<PendingJoin>;
  /** Makes the user of the context a member, or asks for it, in the caller's transaction. It refuses in words only. */
  carryOutJoin(context: RequestContext, pending: PendingJoin): Promise<JoinOutcome>;
  /** The same without words, by the rule of the organization, which lets people in, takes requests, or does neither. */
  joinOrganization(context: RequestContext, organizationId: string): Promise<void>;
}

export const joinPort = definePort<JoinPort>({
  findPendingJoin: async () => {
    throw new Error("Nobody joins anything here");
  },
  carryOutJoin: async () => ({ state: "refused", message: "" }),
  joinOrganization: async () => {},
});
