/** Blocks fields over bookings: every booking inside is kept, moved or canceled, and all of it is done or nothing. */
import { MAX_BLOCK_PARTS, type BlockDecision, type blocks } from "#contract/blocks.ts";
import { type Body, type Returns } from "#contract/kit.ts";
import { EventDraft, events, type Event } from "#contract/events.ts";
import { bookEvent } from "#server/events/book.ts";
import { applyDecisions } from "#server/events/closure-decisions.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listFreeParts } from "./free-parts.ts";
import { listBlockedEvents } from "./affected-events.ts";
import { listEventIdsInside, listFields, listUnitUses, type BlockedSpan, type OfferedField } from "./queries.ts";

type CreateCall = Call<typeof blocks.create>;
type Answer = Returns<typeof blocks.create>;
type FieldErrors = NonNullable<HttpError["errors"]>;

const DAY_MS = 86_400_000;

const toSpans = ({ body }: CreateCall): BlockedSpan[] =>
  body.places.map(({ fieldId, startTime, endTime }) => ({
    fieldId,
    start: Date.parse(startTime),
    end: Date.parse(endTime),
  }));

/** @throws HttpError 422 beside each field that does not exist or is closed */
async function findFields(call: CreateCall, spans: readonly BlockedSpan[]): Promise<Map<string, OfferedField>> {
  const found = await listFields(call, { ids: [...new Set(spans.map(({ fieldId }) => fieldId))] });
  const byId = new Map(found.map((field) => [field.id, field]));
  const errors: FieldErrors = {};
  spans.forEach(({ fieldId }, index) => {
    if (!byId.has(fieldId)) errors[`places.${index}.fieldId`] = [message("fields.unknown")];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return byId;
}

interface DecidedEvent {
  id: string;
  field_id: string;
  start_time: Date;
  updated_at: Date;
}

/** By id, so that two blocks at once wait for each other and never deadlock. */
async function lockDecidedEvents({ db, organizationId, body }: CreateCall): Promise<Map<string, DecidedEvent>> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "field_id", "start_time", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "id",
        body.decisions.map(({ eventId }) => eventId),
      ),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const notDecided = (count: number) => new HttpError(409, message("blocks.notDecided", { count }));

/** @throws HttpError 409 if a booking was made, moved or changed meanwhile; 422 for a decision about another one */
function assertDecided(
  decisions: readonly BlockDecision[],
  locked: ReadonlyMap<string, DecidedEvent>,
  insideIds: readonly string[],
): void {
  const undecided = new Set(insideIds);
  const errors: FieldErrors = {};
  let isChanged = false;
  decisions.forEach(({ eventId, seen }, index) => {
    const event = locked.get(eventId);
    if (event && event.updated_at.getTime() !== Date.parse(seen)) {
      isChanged = true;
      errors[`decisions.${index}`] = [message("events.changedMeanwhile")];
    } else if (!undecided.has(eventId)) errors[`decisions.${index}.eventId`] = [message("hours.unknownEvent")];
    undecided.delete(eventId);
  });
  if (isChanged) throw new HttpError(409, message("events.changedMeanwhile"), { errors });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  if (undecided.size > 0) throw notDecided(undecided.size);
}

/** @throws HttpError 422 for a move to a place inside the block, 409 if a booking was made meanwhile */
async function assertOnlyKeptInside(call: CreateCall, spans: readonly BlockedSpan[]): Promise<void> {
  const errors: FieldErrors = {};
  const { decisions } = call.body;
  const inside = await listEventIdsInside(call, spans);
  let unknown = 0;
  for (const id of inside) {
    const index = decisions.findIndex(({ eventId }) => eventId === id);
    const action = decisions[index]?.action;
    if (action === "move") errors[`decisions.${index}`] = [message("blocks.targetInside")];
    else if (action !== "keep") unknown += 1;
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  if (unknown > 0) throw notDecided(unknown);
}

/** One request books its parts one by one and holds their locks: too many would keep everybody else waiting. */
function assertFewParts(count: number): void {
  if (count <= MAX_BLOCK_PARTS) return;
  const tooMany = message("blocks.tooManyParts", { max: MAX_BLOCK_PARTS });
  throw new HttpError(422, tooMany, { errors: { places: [tooMany] } });
}

/** Counts as if the fields were empty, before anything is read or booked. @throws HttpError 422 */
function assertFewDays(spans: readonly BlockedSpan[], fields: ReadonlyMap<string, OfferedField>): void {
  let count = 0;
  for (const span of spans) {
    const field = fields.get(span.fieldId);
    if (field) count += listFreeParts(span, [], field).length;
  }
  assertFewParts(count);
}

/** @param before number of parts that this request has booked */
async function blockSpan(
  call: CreateCall,
  span: BlockedSpan,
  { field, before }: { field: OfferedField; before: number },
): Promise<Event[]> {
  const { name, description, internalNotes } = call.body;
  const uses = await listUnitUses(call, field.unit_ids ?? [], { start: span.start, end: span.end + DAY_MS });
  const parts = listFreeParts(span, uses, field);
  assertFewParts(before + parts.length);
  const made: Event[] = [];
  for (const { start, end } of parts) {
    const body = parseInput(EventDraft, {
      fieldId: field.id,
      startTime: new Date(start).toISOString(),
      duration: (end - start) / 60_000,
      ...{ name, description, internalNotes, type: "other", kind: "block" },
    }) as Body<typeof events.create>;
    // The activity says the block, with what became of the bookings below it.
    const isHead = before + made.length === 0;
    made.push(await invokeEndpoint(call, events.create, (inner) => bookEvent(inner), { body, isHead }));
  }
  return made;
}

/** Refuses the block where somebody books at the same moment and commits first, so that no booking is lost. */
async function blockSpans(
  call: CreateCall,
  spans: readonly BlockedSpan[],
  fields: ReadonlyMap<string, OfferedField>,
): Promise<Event[]> {
  const made: Event[] = [];
  try {
    for (const span of spans) {
      const field = fields.get(span.fieldId);
      if (field) made.push(...(await blockSpan(call, span, { field, before: made.length })));
    }
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) throw notDecided(1);
    throw error;
  }
  return made;
}

export async function createBlocks(call: CreateCall): Promise<Answer> {
  const { db, organizationId, query, body } = call;
  const { decisions, name, isWeather, reason, notify } = body;
  const spans = toSpans(call);
  const fields = await findFields(call, spans);
  assertFewDays(spans, fields);
  const nothing = { blockIds: [], moved: [], canceledIds: [], notify };
  if (query.dryRun && decisions.length === 0)
    return {
      events: await listBlockedEvents(call as unknown as Call, spans, isWeather),
      blocks: [],
      undo: nothing,
    };
  const locked = await lockDecidedEvents(call);
  assertDecided(decisions, locked, await listEventIdsInside(call, spans));
  await applyDecisions(call, { decisions, reason: reason ?? name, notify });
  const made = await blockSpans(call, spans, fields);
  // Afterwards, because the block leaves out what somebody has booked since the decisions were read.
  await assertOnlyKeptInside(call, spans);
  const idsOf = (action: BlockDecision["action"]) =>
    decisions.filter((decision) => decision.action === action).map(({ eventId }) => eventId);
  const movedIds = idsOf("move");
  const after = await db
    .selectFrom("events")
    .select(["id", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", movedIds))
    .execute();
  return {
    events: [],
    blocks: made.map(({ id, field, startTime, endTime }) => ({ id, field, startTime, endTime })),
    undo: {
      blockIds: made.map(({ id }) => id),
      moved: after.flatMap(({ id, updated_at }) => {
        const before = locked.get(id);
        return before
          ? {
              eventId: id,
              fieldId: before.field_id,
              startTime: before.start_time.toISOString(),
              seen: updated_at.toISOString(),
            }
          : [];
      }),
      canceledIds: idsOf("cancel"),
      notify,
    },
  };
}
