/** Tells whoever holds a pack with units left that it ends: 30 days and 7 days before, by the clock of the organization. */
import { sql } from "kysely";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { packEndingMail } from "./mail.ts";
import { leftOf, stateOf, termsOf } from "./queries.ts";
import { packKeys, packsWithNames, type PackRow } from "./with-names.ts";

/** Days before the end, the last one first. */
const TOLD_DAYS = [7, 30] as const;
const FIRST_HOUR = 8;
const BATCH_SIZE = 200;

interface DuePack {
  organization_id: string;
  id: string;
  expires_on: string;
}

/** Those that may be told of now: each is looked at again by the clock of its organization. */
async function listDuePacks({ db, clock }: AppContext, last: DuePack | undefined): Promise<DuePack[]> {
  const today = localDateOf("UTC", clock.now());
  const isDue = sql<boolean>`(packs.told_days is null and packs.expires_on <= ${addDays(today, 31)}
    or packs.told_days = 30 and packs.expires_on <= ${addDays(today, 8)})`;
  const rows = await db
    .selectFrom("packs")
    .select(["organization_id", "id", "expires_on"])
    .where("expires_on", ">=", addDays(today, -1))
    .where(isDue)
    .where(last ? sql<boolean>`(expires_on, id) > (${last.expires_on}, ${last.id})` : sql<boolean>`true`)
    .orderBy("expires_on")
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();
  return rows.flatMap(({ expires_on, ...row }) => (expires_on === null ? [] : [{ ...row, expires_on }]));
}

/** Days before its end that a pack is told of now; a pack that is sold for less is told of it by its sale. */
function findToldDays(pack: PackRow, now: Date): (typeof TOLD_DAYS)[number] | undefined {
  const { expires_on: end, told_days: told, timezone, created_at } = pack;
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  if (end === null || stateOf(pack, now) !== "running" || hour < FIRST_HOUR) return undefined;
  const today = localDateOf(timezone, now);
  const days = TOLD_DAYS.find((before) => today >= addDays(end, -before));
  const wasSoldBefore = days !== undefined && localDateOf(timezone, created_at) < addDays(end, -days);
  return days !== undefined && wasSoldBefore && (told === null || told > days) ? days : undefined;
}

async function tellOfEnd(appContext: AppContext, due: DuePack): Promise<void> {
  const now = appContext.clock.now();
  const { organization_id: organizationId, id } = due;
  await appContext.db.transaction().execute(async (db) => {
    const free = packKeys(db, organizationId).where("id", "=", id).forNoKeyUpdate().skipLocked();
    if (!(await free.executeTakeFirst())) return;
    const pack = await packsWithNames(db)
      .where("packs.organization_id", "=", organizationId)
      .where("packs.id", "=", id)
      .executeTakeFirstOrThrow();
    const days = findToldDays(pack, now);
    if (days === undefined || pack.expires_on === null) return;
    await db
      .updateTable("packs")
      .set({ told_days: days })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    const to = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: pack.customer_id });
    if (!to) return;
    const { name, unit } = termsOf(pack);
    const link = `${appContext.config.appUrl}/organizations/${organizationId}/find`;
    await enqueueMail(
      { db, appContext, now, organizationId },
      {
        ...{ to: to.email, language: to.language, template: packEndingMail, about: id },
        params: {
          ...{ organization: pack.organization_name, name, unit, left: leftOf(pack), link },
          ...{
            expiresOn: pack.expires_on,
            days: Temporal.PlainDate.from(localDateOf(pack.timezone, now)).until(pack.expires_on).days,
          },
        },
      },
    );
  });
}

const remind: Job = {
  name: "packs.remind",
  cron: "41 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    let last: DuePack | undefined;
    do {
      const due = await listDuePacks(appContext, last);
      await runEach(due, (one) => tellOfEnd(appContext, one), "mails of packs could not be sent");
      last = due.length === BATCH_SIZE ? due.at(-1) : undefined;
    } while (last);
  },
};

export default [remind] satisfies Job[];
