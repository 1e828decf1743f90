/** The balance of a customer: money that is paid ahead and used for what is owed. All amounts are minor units. */
import * as z from "zod/mini";
import { defineModule, get, id, instant, ListQuery, page } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

const Amount = z.object({ amount: z.int(), currency: z.string() });

export const Wallet = z.extend(Amount, { customerId: id, organization: EntityRef });
export type Wallet = z.infer<typeof Wallet>;

/**
 * `top_up`: put on it · `refund`: what was paid otherwise came back to it · `use`: it paid what was owed · `use_back`: what it had
 * paid came back · `payout`: given back as money.
 */
export const WalletEntry = z.object({
  id,
  kind: z.enum(["top_up", "refund", "use", "use_back", "payout"]),
  at: instant,
  /** The top-up, the payment by the balance, or the one that came back to it. */
  paymentId: id,
  /** The name of the booking or the sale, or how the top-up is called. */
  label: z.string(),
  /** Negative for what was used or paid out. */
  amount: z.int(),
  /** Left after it. */
  balance: z.int(),
  currency: z.string(),
});
export type WalletEntry = z.infer<typeof WalletEntry>;

const wallet = "/organizations/{organizationId}/customers/{customerId}/wallet";
const entriesQuery = z.omit(ListQuery, { q: true });

export const credits = defineModule("credits", {
  wallet: get(wallet, {
    allow: "payments.show",
    summary: "What a customer has on the balance",
    returns: Wallet,
  }),
  entries: get(`${wallet}/entries`, {
    allow: "payments.show",
    mayLag: true,
    summary: "What was put on a customer's balance and used of it, with what was left after each, latest first",
    query: entriesQuery,
    returns: page(WalletEntry),
  }),
  mine: get("/auth/user/wallets", {
    allow: "verified",
    summary: "One's own balances in all organizations that one has ever had something on",
    query: entriesQuery,
    returns: page(Wallet),
  }),
  myEntries: get("/auth/user/wallet-entries", {
    allow: "verified",
    summary: "What was put on one's own balances and used of them, latest first",
    query: z.extend(entriesQuery, { customerId: z.optional(id) }),
    returns: page(WalletEntry),
  }),
});
