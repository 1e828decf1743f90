/** Saves a quick booking: request, optimistic block, conflict, undo. */
import type { QueryClient } from "@tanstack/react-query";
import { type Event, events } from "#contract/events.ts";
import type { PlanningField } from "#contract/planning.ts";
import { blocks } from "#contract/blocks.ts";
import { packs } from "#contract/packs.ts";
import { payments } from "#contract/payments.ts";
import { series } from "#contract/series.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { offerBlockUndo } from "#web/blocks/offer-block-undo.ts";
import { typeLabels } from "#web/events/labels.ts";
import { ApiError, call, firstErrorMessage, showFailure } from "#web/kit/data/api.ts";
import { invalidateEventQueries, invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import type { useTranslation } from "#web/kit/format/translation.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { summarizeEvent } from "#web/events/summarize-event.ts";
import { updateCachedPlannings } from "#web/planning/planning-cache.ts";
import { type OccurrenceRow, toDateBodies, toInitialRows } from "#web/series/date-choices.ts";
import { toFormErrors } from "#web/series/series-draft.ts";
import type { Occurrence } from "#contract/series.ts";
import { buildEventBody, buildPreviewBody } from "./booking-columns.ts";
import type { BookingStore, PlaceOutcome, QuickBooking } from "./booking-store.ts";
import { placementOf } from "./placement.ts";
import { type BookingPlace, isRepeated, type QuickDraft } from "./quick-draft.ts";

export interface SaveContext {
  store: BookingStore;
  fields: readonly PlanningField[];
  organizationId: string;
  cache: QueryClient;
  t: ReturnType<typeof useTranslation>;
}

interface BookedPlace {
  event: Event;
  receiptTo: string | null;
}
type SavedPlace = BookedPlace | { skipped: number };

export const buildOccurrenceRows = (
  occurrences: readonly Occurrence[],
  chosen: QuickDraft["chosen"],
): OccurrenceRow[] =>
  toInitialRows(occurrences).map((row) => {
    const fieldId = chosen[row.date];
    return fieldId && row.alternatives.some((other) => other.fieldId === fieldId)
      ? { ...row, choice: { fieldId } }
      : row;
  });

/** A failure is shown, and the event stays booked. @returns the address that a receipt is mailed to */
async function payForEvent(
  { payment, method, email }: QuickDraft,
  { id, organizationId, price, name }: Event,
  t: SaveContext["t"],
): Promise<string | null> {
  const params = { organizationId, eventId: id };
  const isPaid = payment === "paid";
  if (price === 0 || (!isPaid && payment !== "link")) return null;
  const recorded = { method, amount: price };
  const link = email ? { email } : {};
  const idempotencyKey = createIdempotencyKeys()(isPaid ? recorded : link);
  const send = async (): Promise<string | null> => {
    if (isPaid)
      return (await call(payments.record, { params, body: recorded, idempotencyKey }, { quiet: true })).data.receiptTo;
    await call(payments.link, { params, body: link, idempotencyKey }, { quiet: true });
    return null;
  };
  try {
    // After a lost answer nobody knows whether the payment was made, and the same key makes it only once.
    return await send().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 0) return send();
      throw error;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = firstErrorMessage(error);
    const description = t(isPaid ? "planning.notRecorded" : "planning.linkNotSent", { name, reason });
    toast({ description, variant: "error", duration: 15_000 });
    return null;
  }
}

async function saveAtPlace(
  filled: QuickDraft,
  place: BookingPlace,
  { requestKey, title }: QuickBooking,
  { organizationId, t }: SaveContext,
): Promise<SavedPlace> {
  const params = { organizationId };
  const context = {
    place,
    defaultName: title || filled.customer.name || t(typeLabels[filled.type]),
    overrideNote: (reason: string) => t("planning.outsideBecause", { reason }),
  };
  if (!isRepeated(filled)) {
    const body = buildEventBody(filled, context);
    const { data } = await call(
      events.create,
      { params, body, idempotencyKey: requestKey(place, body) },
      { quiet: true },
    );
    return { event: data, receiptTo: filled.kind === "event" ? await payForEvent(filled, data, t) : null };
  }
  const preview = buildPreviewBody(filled, context);
  try {
    const { data } = await call(series.preview, { params, body: preview }, { quiet: true });
    const body = { ...preview, dates: toDateBodies(buildOccurrenceRows(data.occurrences, filled.chosen)) };
    const idempotencyKey = requestKey(place, body);
    const answer = await call(series.create, { params, body, idempotencyKey }, { quiet: true });
    return { skipped: data.occurrences.length - answer.data.created.length };
  } catch (error) {
    throw toFormErrors(error);
  }
}

/** Whether no money has moved or was asked for: then an undo needs no refund. */
const canUndo = ({ kind, payment }: QuickDraft): boolean =>
  kind === "event" && payment !== "paid" && payment !== "link";

/** Gives back first what the conditions of a cancellation would keep of the units: a slip is no cancellation. */
async function giveUnitsBack(params: { organizationId: string; eventId: string }): Promise<void> {
  const { data: terms } = await call(events.cancellation, { params }, { quiet: "reason" });
  const isKept = terms.pack !== null && terms.policy !== "team" && terms.percent < 100;
  if (isKept) await call(packs.giveBack, { params, body: {} }, { quiet: "reason" });
}

/** Shows the event before the plannings are fetched again. */
function reportBooked({ event, receiptTo }: BookedPlace, filled: QuickDraft, { cache, t }: SaveContext): void {
  updateCachedPlannings(cache, event);
  const isApproved = event.status === "approved";
  const text = t(isApproved ? "events.bookedNamed" : "events.requestedNamed", { what: summarizeEvent(event) });
  if (canUndo(filled) && isApproved)
    // The mail about the booking is on its way, and one about the undo follows.
    return void offerUndo(filled.customer.email ? `${text}. ${t("planning.undoIsTold")}` : text, async () => {
      const params = { organizationId: event.organizationId, eventId: event.id };
      if (filled.payment === "pack") await giveUnitsBack(params);
      await call(events.cancel, { params, body: { reason: t("planning.undoReason") } }, { quiet: "reason" });
      invalidateEventQueries(cache);
    });
  const description = receiptTo ? `${text}. ${t("payments.receiptSentTo", { addresses: receiptTo })}` : text;
  toast({ description, variant: "success" });
}

function reportSaved(saved: SavedPlace, filled: QuickDraft, { title }: QuickBooking, context: SaveContext): void {
  const { t } = context;
  if ("event" in saved) return reportBooked(saved, filled, context);
  const done = saved.skipped > 0 ? t("series.createdWithSkipped", { count: saved.skipped }) : t("series.created");
  const what = filled.reason || title || filled.customer.name;
  toast({ description: what ? t("events.doneNamed", { what, done }) : done, variant: "success" });
}

/** Books each place by itself; refused places stay in the booking. Throws the first refusal. */
async function saveEachPlace(
  filled: QuickDraft,
  places: readonly BookingPlace[],
  booking: QuickBooking,
  context: SaveContext,
): Promise<void> {
  const { store, fields } = context;
  const refused: { place: BookingPlace; error: ApiError }[] = [];
  const outcomes: PlaceOutcome[] = [];
  for (const place of places) {
    const field = fields.find(({ id }) => id === place.fieldId);
    const at = { name: field?.name ?? "", startTime: place.startTime, timezone: field?.timezone ?? "" };
    try {
      reportSaved(await saveAtPlace(filled, place, booking, context), filled, booking, context);
      outcomes.push(at);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ place, error });
      outcomes.push({ ...at, refusal: firstErrorMessage(error) });
    }
  }
  const [first] = refused;
  if (!first) return;
  store.moveTo(
    booking.id,
    refused.map(({ place }) => place),
    fields,
  );
  store.refuse(booking.id, outcomes);
  throw first.error;
}

const nameFields = (places: readonly BookingPlace[], fields: readonly PlanningField[]): string =>
  [...new Set(places.map(({ fieldId }) => fields.find(({ id }) => id === fieldId)?.name))].join(", ");

/**
 * Blocks all places in one request, or none. Where bookings are inside, the wizard opens and decides about them.
 * @returns false if the wizard took over
 */
async function saveBlock(
  filled: QuickDraft,
  booking: QuickBooking,
  { store, fields, organizationId, cache, t }: SaveContext,
): Promise<boolean> {
  const { places, duration } = placementOf(booking, fields);
  const end = (startTime: string) => new Date(Date.parse(startTime) + duration * 60_000).toISOString();
  const start = {
    places: places.map((place) => ({ ...place, endTime: end(place.startTime) })),
    name: filled.reason ?? "",
    isWeather: filled.isWeather,
    description: filled.description ?? null,
    internalNotes: filled.text ?? null,
  };
  const [first] = places;
  try {
    const idempotencyKey = first && booking.requestKey(first, start);
    const args = { params: { organizationId }, body: start, ...(idempotencyKey && { idempotencyKey }) };
    const { data, message = "" } = await call(blocks.create, args, { quiet: true });
    const what = `${nameFields(places, fields)}, ${start.name}`;
    offerBlockUndo(t("events.doneNamed", { what, done: message || t("blocks.created") }), data.undo, {
      organizationId,
      cache,
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const { kind, hasChosenLength, takenPlaces } = booking;
    const back = { kind, hasChosenLength, takenPlaces, duration, places: booking.places, initialValues: filled };
    store.openBlock.set({ start: { ...start, reason: filled.description ?? "" }, back });
    return false;
  }
}

/**
 * Throws a refusal for the booking's form.
 * @param continues opens another booking that starts where this one ends
 */
export async function saveBooking(
  filled: QuickDraft,
  booking: QuickBooking,
  { continues, ...context }: SaveContext & { continues: boolean },
): Promise<void> {
  const { store, fields, cache, t } = context;
  const { places, duration } = placementOf(booking, fields);
  const name = filled.kind === "block" ? filled.reason : booking.title || filled.customer.name;
  store.markSaving(booking.id, name || t(typeLabels[filled.type]));
  try {
    const [only, second] = places;
    if (filled.kind === "block" && !isRepeated(filled)) {
      if (!(await saveBlock(filled, booking, context))) return store.finish(booking);
    } else if (only && !second)
      reportSaved(await saveAtPlace(filled, only, booking, context), filled, booking, context);
    else await saveEachPlace(filled, places, booking, context);
  } catch (error) {
    store.refuse(booking.id);
    // The form shows field errors and conflicts, but not a lost connection.
    if (error instanceof ApiError && !error.errors && error.status !== 409) showFailure(error);
    invalidateEventQueries(cache);
    throw error;
  }
  store.finish(booking);
  if (continues) {
    const next = (startTime: string) => new Date(Date.parse(startTime) + duration * 60_000).toISOString();
    const { kind } = filled;
    const start = { kind, duration, hasChosenLength: true };
    store.open({ ...start, places: places.map((place) => ({ ...place, startTime: next(place.startTime) })) }, fields);
  }
  invalidatePaymentQueries(cache);
}
