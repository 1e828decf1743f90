/** Changes or cancels this occurrence, this and the following, or all that are to come. */
import { events } from "#contract/events.ts";
import type { Body, Returns } from "#contract/kit.ts";
import type { series } from "#contract/series.ts";
import { startOn } from "#contract/series-rules.ts";
import { change } from "#server/events/change.ts";
import { cancel } from "#server/events/end.ts";
import { listKnown, tellCustomers } from "#server/events/tell.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { perform } from "#server/kit/perform.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { tryPart } from "./book.ts";
import { localOf, type Template } from "./plan.ts";
import { findSeries, listConcerned, updateTemplate } from "./queries.ts";

type Changes = Body<typeof series.update>["changes"];
type Occurrence = Awaited<ReturnType<typeof listConcerned>>[number];

/** What an occurrence becomes: its own date at the new local time. */
function asked({ time, ...rest }: Changes, event: Occurrence, timezone: string) {
  const { date } = localOf(event.start_time.toISOString(), timezone);
  const startTime = time && new Date(startOn(date, time, timezone)).toISOString();
  return { ...rest, ...(startTime && { startTime }) };
}

/** Dates that are added later are as the changed ones. */
async function keepTemplate(call: Call<typeof series.update>, found: Awaited<ReturnType<typeof findSeries>>) {
  const { db, now, organizationId, body } = call;
  const { time, ...rest } = body.changes;
  const before = found.template as Template;
  const { date } = localOf(before.startTime, found.timezone);
  const startTime = time ? new Date(startOn(date, time, found.timezone)).toISOString() : before.startTime;
  const template: Template = { ...before, ...(rest as Partial<Template>), startTime };
  const { name, fieldId: field_id } = template;
  await updateTemplate(db, organizationId, found.id, {
    name,
    field_id,
    template: JSON.stringify(template),
    updated_at: now,
  });
}

export async function update(call: Call<typeof series.update>): Promise<Returns<typeof series.update>> {
  const { db, now, organizationId, params, body, record } = call;
  const found = await findSeries(db, call, params.seriesId);
  const { fieldId } = body.changes;
  const unknown = () => invalid({ "changes.fieldId": [say("fields.unknown")] });
  if (fieldId) await findFieldToBook(db, call, fieldId, unknown);
  const concerned = await listConcerned(db, organizationId, found.id, { ...body, now });
  const idsConcerned = concerned.map(({ id }) => id);
  const before = await listKnown(db, organizationId, idsConcerned);
  const updated: string[] = [];
  const skipped: Returns<typeof series.update>["skipped"] = [];
  // A later hour makes room for an earlier one only from its end on.
  const inTurn = body.changes.time ? concerned.toReversed() : concerned;
  for (const event of inTurn) {
    const changes = { ...asked(body.changes, event, found.timezone), pricing: "reprice" as const, notify: false };
    const reason = await tryPart(call, async () => {
      await perform(call, events.update, change, { params: { eventId: event.id }, body: changes });
      updated.push(event.id);
    });
    const { date } = localOf(event.start_time.toISOString(), found.timezone);
    if (reason) skipped.push({ date, reason });
  }
  if (body.scope !== "this") await keepTemplate(call, found);
  await tellCustomers(call, "Changed", updated, { before, notify: body.notify });
  record({ after: { name: found.name, updated: updated.length, ...body.changes } });
  return { updated, skipped };
}

export async function end(call: Call<typeof series.cancel>): Promise<Returns<typeof series.cancel>> {
  const { db, now, organizationId, params, body, record } = call;
  const found = await findSeries(db, call, params.seriesId);
  const concerned = await listConcerned(db, organizationId, found.id, { ...body, now });
  const canceled: string[] = [];
  const skipped: Returns<typeof series.cancel>["skipped"] = [];
  const { reason, refund, notify } = body;
  for (const event of concerned) {
    const refusal = await tryPart(call, async () => {
      await perform(call, events.cancel, cancel, {
        params: { eventId: event.id },
        body: { reason, refund, notify: false },
      });
      canceled.push(event.id);
    });
    const { date } = localOf(event.start_time.toISOString(), found.timezone);
    if (refusal) skipped.push({ date, reason: refusal });
  }
  await tellCustomers(call, "Canceled", canceled, { reason, notify });
  record({ after: { name: found.name, canceled: canceled.length, ...(reason && { reason }) } });
  return { canceled, skipped };
}
