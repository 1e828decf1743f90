/** Changes or cancels occurrences of a series (recurring booking): one, the following or all. */
import { events } from "#contract/events.ts";
import type { Body, Returns } from "#contract/kit.ts";
import type { series } from "#contract/series.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { changeEvent } from "#server/events/change.ts";
import { cancelEvent } from "#server/events/cancel.ts";
import { listSummaryRows, notifyCustomers } from "#server/events/notifications.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { runInSavepoint } from "#server/kit/http/savepoint.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { toLocalDateTime, type SeriesTemplate } from "./plan.ts";
import { findSeries, listOccurrencesInScope, updateSeriesTemplate } from "./queries.ts";

type Changes = Body<typeof series.update>["changes"];
type OccurrenceRow = Awaited<ReturnType<typeof listOccurrencesInScope>>[number];

function changesOfOccurrence({ time, ...rest }: Changes, event: OccurrenceRow, timezone: string) {
  const { date } = toLocalDateTime(event.start_time.toISOString(), timezone);
  const startTime = time && new Date(localTimeToInstant(date, time, timezone)).toISOString();
  return { ...rest, ...(startTime && { startTime }) };
}

/** Saves the changes in the template too, so that dates added later have them. */
async function saveTemplate(call: Call<typeof series.update>, found: Awaited<ReturnType<typeof findSeries>>) {
  const { db, now, organizationId, body } = call;
  const { time, ...rest } = body.changes;
  const before = found.template as SeriesTemplate;
  const { date } = toLocalDateTime(before.startTime, found.timezone);
  const startTime = time ? new Date(localTimeToInstant(date, time, found.timezone)).toISOString() : before.startTime;
  const template: SeriesTemplate = { ...before, ...(rest as Partial<SeriesTemplate>), startTime };
  const { name, fieldId: field_id } = template;
  await updateSeriesTemplate(db, organizationId, found.id, {
    name,
    field_id,
    template: JSON.stringify(template),
    updated_at: now,
  });
}

/** Orders moves so that no occurrence is in the way of the next one: to an earlier hour first, to a later one from the end. */
function inOrderOfMoves(occurrences: OccurrenceRow[], time: string | undefined, timezone: string): OccurrenceRow[] {
  if (!time) return occurrences;
  const isLater = ({ start_time }: OccurrenceRow) => time > toLocalDateTime(start_time.toISOString(), timezone).time;
  const later = occurrences.filter(isLater);
  return [...occurrences.filter((one) => !isLater(one)), ...later.toReversed()];
}

export async function updateSeries(call: Call<typeof series.update>): Promise<Returns<typeof series.update>> {
  const { db, now, organizationId, params, body, record } = call;
  const found = await findSeries(db, call, params.seriesId);
  const { fieldId } = body.changes;
  const unknown = () => invalidFields({ "changes.fieldId": [message("fields.unknown")] });
  if (fieldId) await findFieldToBook(db, call, fieldId, unknown);
  const concerned = await listOccurrencesInScope(db, organizationId, found.id, { ...body, now });
  const idsConcerned = concerned.map(({ id }) => id);
  const before = await listSummaryRows(call, idsConcerned);
  const updated: string[] = [];
  const skipped: Returns<typeof series.update>["skipped"] = [];
  for (const event of inOrderOfMoves(concerned, body.changes.time, found.timezone)) {
    const changes = {
      ...changesOfOccurrence(body.changes, event, found.timezone),
      pricing: "reprice" as const,
      notify: false,
    };
    const reason = await runInSavepoint(call, async () => {
      await invokeEndpoint(call, events.update, changeEvent, { params: { eventId: event.id }, body: changes });
      updated.push(event.id);
    });
    const { date } = toLocalDateTime(event.start_time.toISOString(), found.timezone);
    if (reason) skipped.push({ date, reason });
  }
  if (body.scope !== "this") await saveTemplate(call, found);
  await notifyCustomers(call, "Changed", updated, { before, notify: body.notify });
  record({
    after: { name: found.name, updated: updated.length, ...body.changes },
    fieldId: body.changes.fieldId ?? found.field_id,
  });
  return { updated, skipped };
}

export async function cancelSeries(call: Call<typeof series.cancel>): Promise<Returns<typeof series.cancel>> {
  const { db, now, organizationId, params, body, record } = call;
  const found = await findSeries(db, call, params.seriesId);
  const concerned = await listOccurrencesInScope(db, organizationId, found.id, { ...body, now });
  const canceled: string[] = [];
  const skipped: Returns<typeof series.cancel>["skipped"] = [];
  const { reason, refund, notify } = body;
  for (const event of concerned) {
    const refusal = await runInSavepoint(call, async () => {
      await invokeEndpoint(call, events.cancel, cancelEvent, {
        params: { eventId: event.id },
        body: { reason, refund, notify: false },
      });
      canceled.push(event.id);
    });
    const { date } = toLocalDateTime(event.start_time.toISOString(), found.timezone);
    if (refusal) skipped.push({ date, reason: refusal });
  }
  await notifyCustomers(call, "Canceled", canceled, { reason, notify });
  record({
    after: { name: found.name, canceled: canceled.length, ...(reason && { reason }) },
    fieldId: found.field_id,
  });
  return { canceled, skipped };
}
