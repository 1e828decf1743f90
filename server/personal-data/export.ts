/** The copy of one's own data (GDPR access and portability): asked for, made by a job with progress, and downloaded with one's own session. */
import type { DataExport, personalData } from "#contract/personal-data-endpoints.ts";
import { personalTables } from "#contract/personal-data.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call, RawCall } from "#server/kit/http/serve-module.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Language } from "#messages/translator.ts";
import { EXPORT_JOB, findMadeCopy, setDownloadHeaders } from "./download-copy.ts";
import { buildCopy, invoicesOf } from "./build-copy.ts";
import { collectPersonalRows } from "./collect-rows.ts";
import { copyReadyMail } from "./mail.ts";
import { makeOrganizationCopy } from "./organization-copy.ts";
import {
  type DataExportRow,
  findDataExport,
  insertDataExport,
  serializeDataExport,
  updateProgress,
  updateToEnded,
  updateToRunning,
} from "./queries.ts";
import { copyName } from "./stored-copies.ts";

/** Interruptions, after which it has failed. */
const MAX_TRIES = 5;

/** @throws HttpError 409 within a day after the one before */
export async function requestDataExport({
  db,
  appContext,
  user,
  language,
  now,
}: Call<typeof personalData.requestExport>): Promise<DataExport> {
  const row = await insertDataExport(db, { userId: user.id, language: user.language ?? language }, now);
  if (!row) throw new HttpError(409, message("personal-data.onceADay"));
  await appContext.jobs.send(db, EXPORT_JOB, { id: row.id });
  return serializeDataExport(row, now);
}

/** Several workers may run it: one of them makes the copy. */
export async function makeDataExport(appContext: AppContext, id: string): Promise<void> {
  const { db, clock } = appContext;
  const row = await updateToRunning(db, id, clock.now());
  if (!row) return;
  const user = await db
    .selectFrom("users")
    .select(["email", "active"])
    .where("id", "=", row.user_id)
    .executeTakeFirstOrThrow();
  if (row.tries > MAX_TRIES || !user.active) return void (await updateToEnded(db, row.id, undefined, clock.now()));
  if (row.organization_id === null) await makePersonalCopy(appContext, row, user.email);
  else await makeOrganizationCopy(appContext, { ...row, organization_id: row.organization_id });
}

async function makePersonalCopy(appContext: AppContext, row: DataExportRow, email: string): Promise<void> {
  const { db, clock, store } = appContext;
  const bytes = await buildCopyOf(appContext, row, email);
  await store.put(copyName(row.id), bytes, "application/zip");
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // The sweep deletes the file of one that was replaced meanwhile.
    if (!(await updateToEnded(trx, row.id, { bytes: bytes.length, parts: 1 }, now))) return;
    const mail = { to: email, language: row.language as Language, template: copyReadyMail, params: {} };
    await enqueueMail({ db: trx, appContext, now }, mail);
  });
}

async function buildCopyOf(appContext: AppContext, row: DataExportRow, email: string): Promise<Buffer> {
  const { db, clock } = appContext;
  let [progress, steps] = [0, Object.keys(personalTables).length];
  const advance = () => updateProgress(db, row.id, { progress: ++progress, steps }, clock.now());
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  const rows = await collectPersonalRows(snapshot, { userId: row.user_id, email }, advance).finally(() =>
    snapshot.rollback().execute(),
  );
  steps += invoicesOf(rows).length;
  const draft = { rows, language: row.language as Language, email, now: clock.now() };
  return buildCopy(appContext, draft, advance);
}

/** @throws HttpError 404 before it is made, and after it has ended */
export async function downloadDataExport(call: RawCall<typeof personalData.downloadExport>): Promise<void> {
  const { db, appContext, user, params, now, t, request, reply } = call;
  const row = findMadeCopy(await findDataExport(db, { userId: user.id }), params.exportId, now);
  setDownloadHeaders(reply, t("personal-data.fileName"), row);
  if (request.method === "HEAD") return void (await reply.send(""));
  const file = await appContext.store.get(copyName(row.id));
  if (!file) throw notFound();
  await reply.header("content-length", file.bytes).send(file.body);
}
