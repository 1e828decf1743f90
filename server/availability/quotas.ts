/** Quotas of a member, counted from their bookings, and why one more would exceed them. */
import { sql, type SqlBool } from "kysely";
import {
  createQuotaReader,
  quotaLimitLabels,
  type QuotaBooking,
  type QuotaRefusal,
  type QuotaWindows,
} from "#contract/availability-quotas-rules.ts";
import type { Quota } from "#contract/organization-options.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import type { Database } from "#server/kit/db/database.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { translators } from "#server/kit/process/translators.ts";
import { listSports } from "#server/sports/queries.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";

export interface QuotaReader {
  find: (booking: QuotaBooking) => QuotaRefusal | undefined;
  windows: QuotaWindows;
}

interface QuotaSubject {
  userId: string;
  quotas: readonly Quota[];
  /** Epoch milliseconds: bookings of its month and later ones are read. */
  from: number;
  /** A booking that is moved. */
  exceptEventId?: string | undefined;
}

/** A month, in any time zone. */
const LONGEST_PERIOD_MS = 32 * 86_400_000;

/** Bookings that stand, and canceled ones that got less than all back. */
const isCounted = sql<SqlBool>`(
  events.status in ('approved', 'completed')
  or (events.status = 'pending' and events.pending_reason in ('payment', 'approval'))
  or (events.status = 'canceled' and events.refund_percent < 100)
)`;

async function listCountedBookings(
  db: Database,
  organizationId: string,
  { userId, from, exceptEventId }: QuotaSubject,
): Promise<QuotaBooking[]> {
  const rows = await db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.start_time", "events.end_time", "events.sport_id", "facilities.timezone"])
    .where("events.organization_id", "=", organizationId)
    .where("events.user_id", "=", userId)
    .where("events.kind", "=", "event")
    .where("events.start_time", ">=", new Date(from - LONGEST_PERIOD_MS))
    .where(sql<SqlBool>`events.id is distinct from ${exceptEventId ?? null}::uuid`)
    .where(isCounted)
    .execute();
  return rows.map(({ start_time, end_time, sport_id, timezone }) => ({
    start: start_time.getTime(),
    end: end_time.getTime(),
    sportId: sport_id,
    timezone,
  }));
}

/** @returns undefined where nothing bounds the person. Whoever books has locked the person's membership before. */
export async function readQuotas(context: MemoryContext, subject: QuotaSubject): Promise<QuotaReader | undefined> {
  const { db, organizationId } = context;
  const { quotas } = subject;
  if (quotas.length === 0) return undefined;
  const windows = quotas.some(({ windowId }) => windowId !== null)
    ? await remember(context, ["availability.windows"], () => listTimeWindows(db, organizationId))
    : [];
  const byId: QuotaWindows = new Map(windows.map((window) => [window.id, window]));
  const others = await listCountedBookings(db, organizationId, subject);
  return { windows: byId, find: createQuotaReader(quotas, others, byId) };
}

/** The words of a refusal: the quota, with its window and sports, what is used, and from when it would be possible. */
export async function describeQuotaRefusal(
  { db, language }: { db: Database; language: Language },
  { quota, used, againFrom }: QuotaRefusal,
  windows: QuotaWindows,
): Promise<LocalizedMessage> {
  const t = translators[language];
  const { amount, windowId, sportIds } = quota;
  const sports = await listSports(db, language);
  const names = [
    ...(windowId === null ? [] : [windows.get(windowId)?.name ?? ""]),
    ...sports.filter(({ id }) => sportIds.includes(id)).map(({ name }) => name),
  ];
  const count = t(quotaLimitLabels[quota.measure][quota.per], { count: amount });
  const limit = names.length === 0 ? count : t("availability.limitOf", { limit: count, names: names.join(", ") });
  if (againFrom === null) return message("availability.quotaTooSmall", { limit });
  const date = dateFormats(language, "UTC").longDay(`${againFrom}T12:00:00Z`);
  return message("availability.quota", { limit, used, date });
}
