/** Blocks over bookings: fields are taken out of sale, and each booking inside is kept, moved or canceled, all in one. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { RefundChoice } from "./events.ts";
import { defineModule, DryRun, id, instant, instantDraft, nameLine, optionalText, post } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

export const MAX_BLOCK_PLACES = 100;
export const MAX_BLOCK_DAYS = 31;
export const MAX_BLOCKED_EVENTS = 500;
/** Parts, one for each field, day and gap between bookings, that one request books. */
export const MAX_BLOCK_PARTS = 300;
export const blockActions = ["keep", "move", "cancel"] as const;
export type BlockAction = (typeof blockActions)[number];

const isWholeMinute = (instantText: string) => Date.parse(instantText) % 60_000 === 0;
const wholeMinutes = "events.wholeMinutes" satisfies MessageKey;

const BlockedSpan = z.strictObject({ fieldId: id, startTime: instantDraft, endTime: instantDraft }).check(
  z.refine(({ startTime }) => isWholeMinute(startTime), { error: wholeMinutes, path: ["startTime"] }),
  z.refine(({ endTime }) => isWholeMinute(endTime), {
    error: "blocks.endOnWholeMinute" satisfies MessageKey,
    path: ["endTime"],
  }),
  z.refine(({ startTime, endTime }) => Date.parse(startTime) < Date.parse(endTime), {
    error: "blocks.endsBeforeStart" satisfies MessageKey,
    path: ["endTime"],
  }),
  z.refine(
    ({ startTime, endTime }) => Date.parse(endTime) - Date.parse(startTime) <= (MAX_BLOCK_DAYS + 1) * 86_400_000,
    { error: "blocks.tooLong" satisfies MessageKey, path: ["endTime"] },
  ),
);

export const BlockDecision = z.strictObject({
  eventId: id,
  action: z.enum(blockActions),
  /** The event's `updated_at` that was decided about. The answer is 409 if it has changed since. */
  seen: instantDraft,
  /** For `move`. */
  fieldId: z.nullish(id),
  startTime: z.nullish(instantDraft),
  /** For `cancel`. Default: everything paid. */
  refund: z.nullish(RefundChoice),
});
export type BlockDecision = z.infer<typeof BlockDecision>;

/** Why a place is suggested. */
export const suggestionReasons = [
  "same_time",
  "same_time_indoor",
  "later",
  "earlier",
  "same_field",
  "other_day",
] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];

export const BlockedEvent = z.object({
  id,
  name: z.string(),
  customer: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  seriesId: z.nullable(id),
  field: EntityRef,
  facility: EntityRef,
  timezone: z.string(),
  startTime: instant,
  endTime: instant,
  people: z.nullable(z.int()),
  /** Cents. */
  price: z.int(),
  paid: z.int(),
  currency: z.string(),
  isPaidOnline: z.boolean(),
  isWaiting: z.boolean(),
  /** A mail tells the customer of a move or a cancellation. */
  isTold: z.boolean(),
  updated_at: instant,
  /** Those that are possible: what waits or has begun is not moved. */
  actions: z.array(z.enum(blockActions)),
  suggestion: z.nullable(
    z.object({
      fieldId: id,
      fieldName: z.string(),
      startTime: instant,
      endTime: instant,
      reason: z.enum(suggestionReasons),
      /** Between the former start and the suggested one. */
      minutes: z.int(),
    }),
  ),
});
export type BlockedEvent = z.infer<typeof BlockedEvent>;

const Block = z.object({ id, field: EntityRef, startTime: instant, endTime: instant });
const FormerPlace = z.strictObject({ eventId: id, fieldId: id, startTime: instantDraft, seen: instantDraft });

/** Everything that takes a block back. */
export const BlockUndo = z.strictObject({
  blockIds: z.array(id).check(z.maxLength(5000)),
  moved: z.array(FormerPlace).check(z.maxLength(MAX_BLOCKED_EVENTS)),
  canceledIds: z.array(id).check(z.maxLength(MAX_BLOCKED_EVENTS)),
  /** False if the customers were not told of the block. */
  notify: z._default(z.boolean(), true),
});
export type BlockUndo = z.infer<typeof BlockUndo>;

const startTime = "2026-06-02T15:00:00+02:00";
const endTime = "2026-06-02T18:00:00+02:00";

export const blocks = defineModule("blocks", {
  create: post("/organizations/{organizationId}/blocks", {
    allow: "events.create",
    summary:
      "Block fields for hours or days, with a decision for each booking inside: all of it or nothing. A dry run without decisions answers the bookings with suggestions",
    query: DryRun,
    body: z.strictObject({
      places: z.array(BlockedSpan).check(z.minLength(1), z.maxLength(MAX_BLOCK_PLACES)),
      /** Shown on the planning, and told in the mails as the reason. */
      name: nameLine(160),
      description: optionalText(),
      internalNotes: optionalText(),
      /** Bad weather: suggestions send nobody to another outdoor field on the same day. */
      isWeather: z._default(z.boolean(), false),
      /** Tells more than the name in the mails. */
      reason: optionalText(300),
      decisions: z._default(z.array(BlockDecision).check(z.maxLength(MAX_BLOCKED_EVENTS)), []),
      notify: z._default(z.boolean(), true),
    }),
    example: {
      places: [{ fieldId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", startTime, endTime }],
      name: "Rain",
    },
    leavesEntry: false,
    returns: z.object({
      events: z.array(BlockedEvent),
      blocks: z.array(Block),
      undo: BlockUndo,
    }),
    successMessage: "blocks.created",
    dryRun: true,
    idempotent: true,
  }),
  undo: post("/organizations/{organizationId}/blocks/undo", {
    allow: "events.create",
    summary: "Take a block back: all of it or nothing. Bookings return to their places, as long as these are free",
    body: BlockUndo,
    example: { blockIds: [], moved: [], canceledIds: [] },
    leavesEntry: false,
    returns: z.null(),
    successMessage: "blocks.undone",
    status: 200,
  }),
});
