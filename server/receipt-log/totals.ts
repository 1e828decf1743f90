/** How far receipt logs go, and their totals of days, months and years. */
import { sql } from "kysely";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { Page, Query } from "#contract/kit.ts";
import type { receiptLog, ReceiptLog, ReceiptTotal } from "#contract/receipt-log.ts";
import { equalsLiteral, inScope, isOfAnyOrganization, organizationOf, paginateWith } from "#server/kit/db/database.ts";
import type { LogScope } from "./payloads.ts";
import type { TotalPayload } from "./periods.ts";

export async function readLog({ db, organizationId }: LogScope): Promise<ReceiptLog> {
  const { isKept } = await db
    .selectFrom("organizations")
    .leftJoin("receipt_log_heads", "receipt_log_heads.organization_id", "organizations.id")
    .select(sql<boolean>`coalesce(bool_or(country_id = ${FRANCE_ID} or seq is not null), false)`.as("isKept"))
    .where(inScope("organizations.id", organizationId))
    .executeTakeFirstOrThrow();
  const heads = await db
    .selectFrom("receipt_log_heads")
    .select(({ fn }) => [fn.sum<string | null>("seq").as("entries"), fn.max("at").as("last_at")])
    .where(inScope("organization_id", organizationId))
    .executeTakeFirst();
  const first = await db
    .selectFrom("receipt_log")
    .select(({ fn }) => fn.min("at").as("at"))
    .where(inScope("organization_id", organizationId))
    .where("seq", "=", "1")
    .executeTakeFirst();
  return {
    isKept,
    entries: Number(heads?.entries ?? 0),
    firstAt: (first?.at as Date | null | undefined)?.toISOString() ?? null,
    lastAt: (heads?.last_at as Date | null | undefined)?.toISOString() ?? null,
  };
}

interface ArchivePayload {
  month: string;
  bytes: number;
  sha256: string;
}

/** @returns the last one of each organization and month */
async function listArchives({ db }: LogScope, organizationIds: readonly string[]) {
  const rows = await db
    .selectFrom("receipt_log")
    .select(["organization_id", "at", "payload"])
    .where(isOfAnyOrganization("organization_id", organizationIds))
    .where(equalsLiteral("kind", "archive"))
    .orderBy("seq")
    .execute();
  return new Map(
    rows.map(({ organization_id, at, payload }) => {
      const { month, bytes, sha256 } = JSON.parse(payload) as ArchivePayload;
      return [`${organization_id} ${month}`, { at: at.toISOString(), bytes, sha256 }];
    }),
  );
}

/** Latest first. */
export async function listTotals(scope: LogScope, query: Query<typeof receiptLog.totals>): Promise<Page<ReceiptTotal>> {
  const { db, organizationId } = scope;
  const { period } = query;
  const found = db
    .selectFrom("receipt_log")
    .select(["organization_id", "seq", "at", "payload", "sha256"])
    .where(inScope("organization_id", organizationId))
    .where(equalsLiteral("kind", `${period}_total`))
    .orderBy("at", "desc")
    .orderBy("seq", "desc");
  const { data, meta } = await paginateWith(db, found, query, (page) =>
    db
      .selectFrom(page.as("totals"))
      .innerJoin("organizations", (join) =>
        join.on("organizations.id", "=", organizationOf("totals.organization_id", organizationId)),
      )
      .selectAll("totals")
      .select("organizations.name")
      .orderBy("totals.at", "desc")
      .orderBy("totals.seq", "desc"),
  );
  const organizationIds = [...new Set(data.map((row) => row.organization_id))];
  const archives = period === "month" && data.length > 0 ? await listArchives(scope, organizationIds) : undefined;
  return {
    meta,
    data: data.map(({ organization_id, name, seq, at, payload, sha256 }) => {
      const { from, entries, payments, refunds, methods, rates, total, perpetualTotal, currency } = JSON.parse(
        payload,
      ) as TotalPayload;
      return {
        organization: { id: organization_id, name },
        ...{ seq: Number(seq), from, at: at.toISOString(), entries, payments, refunds, methods, rates, total },
        ...{ perpetualTotal, currency, sha256: sha256.toString("hex") },
        archive: archives?.get(`${organization_id} ${from.slice(0, 7)}`) ?? null,
      };
    }),
  };
}
