/** Payloads of entries, read from the rows that they are about: numbers and sums, nothing that names a person. */
import { createHash } from "node:crypto";
import type { InvoiceContent } from "#server/invoices/content.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { ClosingContent } from "#server/tills/closings.ts";
import { refundMethod } from "#server/payments/ledger.ts";
import { canonicalJson } from "./entry-hash.ts";

export interface LogScope {
  db: Database;
  organizationId: string;
}

export interface EntryDraft {
  kind: string;
  payload: Readonly<Record<string, unknown>>;
}

/** Entries of rows by their ids. */
type EntryReader = (scope: LogScope, ids: readonly string[]) => Promise<ReadonlyMap<string, EntryDraft>>;

const hashContent = (content: unknown): string => createHash("sha256").update(canonicalJson(content)).digest("hex");

async function readPayments({ db, organizationId }: LogScope, ids: readonly string[]) {
  const rows = await db
    .selectFrom("payments")
    .select(["id", "event_id", "charge_id", "method", "provider", "amount", "currency", "paid_at"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(
    rows.map(({ id, event_id, charge_id, method, provider, amount, currency, paid_at }) => [
      id,
      {
        kind: "payment",
        payload: {
          ...{ payment: id, booking: event_id, method, provider, amount, currency },
          // The line of a sale.
          ...(charge_id !== null && { charge: charge_id }),
          paidAt: paid_at?.toISOString() ?? null,
        },
      },
    ]),
  );
}

const selectRefunds = async ({ db, organizationId }: LogScope, ids: readonly string[]) =>
  db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .select(["refunds.id", "refunds.payment_id", "refunds.amount", "refunds.status"])
    .select([refundMethod.as("method"), "payments.provider", "payments.currency"])
    .where("refunds.organization_id", "=", organizationId)
    .where(isAnyOf("refunds.id", ids))
    .execute();

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];
const describeRefund = ({ id, payment_id, method, provider, currency }: RefundRow) => ({
  refund: id,
  payment: payment_id,
  ...{ method, provider, currency },
});

async function readRefunds(scope: LogScope, ids: readonly string[]) {
  const rows = await selectRefunds(scope, ids);
  return new Map(
    rows.map((row) => [row.id, { kind: "refund", payload: { ...describeRefund(row), amount: -row.amount } }]),
  );
}

async function readFailedRefunds(scope: LogScope, ids: readonly string[]) {
  const rows = await selectRefunds(scope, ids);
  return new Map(
    rows.map((row) => {
      // One that the bank sent back had succeeded, and keeps that state: its money is here again.
      const amount = row.status === "succeeded" ? row.amount : 0;
      return [row.id, { kind: "refund_failed", payload: { ...describeRefund(row), asked: row.amount, amount } }];
    }),
  );
}

async function readDocuments({ db, organizationId }: LogScope, ids: readonly string[]) {
  const rows = await db
    .selectFrom("invoices")
    .select(["id", "kind", "number", "issued_on", "payment_id", "refund_id", "corrects_id"])
    .select(["total_amount", "tax_amount", "currency", "content"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        kind: row.kind,
        payload: {
          ...{ invoice: row.id, number: row.number, issuedOn: row.issued_on, currency: row.currency },
          ...{ payment: row.payment_id, refund: row.refund_id, corrects: row.corrects_id },
          ...{ amount: row.total_amount, tax: row.tax_amount },
          rates: (row.content as InvoiceContent).rates,
          contentSha256: hashContent(row.content),
        },
      },
    ]),
  );
}

async function readTillClosings({ db, organizationId }: LogScope, ids: readonly string[]) {
  const rows = await db
    .selectFrom("till_closings")
    .select(["id", "till_id", "session_id", "number", "banked", "next_float", "perpetual_total", "content"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(
    rows.map(({ id, till_id, session_id, number, banked, next_float, perpetual_total, content }) => {
      // Ids of accounts change where the organization moves to another installation.
      const { colleagues: _colleagues, ...figures } = content as ClosingContent;
      const { methods, difference, total } = figures;
      const counts = methods.map(({ method, expected, counted, difference: off }) => ({
        ...{ method, expected, counted, difference: off },
      }));
      return [
        id,
        {
          kind: "till_closing",
          payload: {
            ...{ closing: id, till: till_id, session: session_id, number, banked, nextFloat: next_float },
            ...{ methods: counts, difference, total, perpetualTotal: Number(perpetual_total) },
            contentSha256: hashContent(figures),
          },
        },
      ];
    }),
  );
}

async function readTillCorrections({ db, organizationId }: LogScope, ids: readonly string[]) {
  const rows = await db
    .selectFrom("till_movements")
    .select(["id", "session_id", "method", "amount", "corrects_movement_id", "corrects_closing_id"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(
    rows.map(({ id, session_id, method, amount, corrects_movement_id, corrects_closing_id }) => [
      id,
      {
        kind: "till_correction",
        payload: {
          ...{ movement: id, session: session_id, method, corrected: amount },
          ...{ correctsMovement: corrects_movement_id, correctsClosing: corrects_closing_id },
        },
      },
    ]),
  );
}

export const entryReaders = {
  payment: readPayments,
  refund: readRefunds,
  failedRefund: readFailedRefunds,
  document: readDocuments,
  tillClosing: readTillClosings,
  tillCorrection: readTillCorrections,
} as const satisfies Record<string, EntryReader>;
