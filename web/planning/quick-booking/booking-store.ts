/** Owns the bookings that are made on the grid: the open one, and those that wait for the server. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Event } from "#contract/events.ts";
import type { BlockPreview, NewBlock } from "#web/blocks/new-block.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { toWallClock } from "#web/availability/slots.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { onSessionClear } from "#web/kit/data/session.ts";
import { createObservableValue } from "#web/kit/render/observable-value.ts";
import { FormStore } from "#web/kit/form/form-store.ts";
import { isSameValue } from "#web/kit/form/form-values.ts";
import type { Board } from "#web/planning/grid/board.ts";
import { type GridDraft, lanesOf } from "#web/planning/grid/geometry.ts";
import { blankBooking, pickRemembered } from "./booking-columns.ts";
import { type FieldZone, type Placement, placementOf, placesOfRegion, toGridDraft, valuesOf } from "./placement.ts";
import type { BookingPlace, QuickDraft, QuickKind } from "./quick-draft.ts";

export interface PlaceOutcome {
  name: string;
  startTime: string;
  timezone: string;
  refusal?: string;
}

export interface NewBooking {
  kind: QuickKind;
  places: readonly BookingPlace[];
  /** Drawn but occupied places, where only a block can stand. */
  takenPlaces?: readonly BookingPlace[];
  /** Minutes. */
  duration: number;
  hasChosenLength: boolean;
  title?: string;
  initialValues?: Partial<QuickDraft>;
}

export interface QuickBooking extends NewBooking {
  id: string;
  /** Also holds place, time and length, which `placementOf` reads. */
  form: FormStore;
  initialValues: QuickDraft;
  takenPlaces: readonly BookingPlace[];
  /** Typed text is remembered for this place. */
  openedAt: BookingPlace;
  /** Undefined until it is sent. */
  state?: "saving" | "refused";
  name?: string;
  outcomes: readonly PlaceOutcome[];
  /** The same body for the same place gets the same key, so that it is booked once however often it is sent. */
  requestKey: (place: BookingPlace, body: unknown) => string;
}

export interface OpenBlock {
  start: NewBlock;
  /** Opens the booking box again, as it was. */
  back: NewBooking;
}

const MAX_REMEMBERED = 20;
const placeKey = ({ fieldId, startTime }: BookingPlace) => `${fieldId} ${startTime}`;
const isSamePlace = (one: BookingPlace) => (other: BookingPlace) => placeKey(one) === placeKey(other);
let lastId = 0;

function createRequestKeys(): QuickBooking["requestKey"] {
  const keys = new Map<string, (body: unknown) => string>();
  return (place, body) => {
    const keyOf = keys.get(placeKey(place)) ?? createIdempotencyKeys();
    keys.set(placeKey(place), keyOf);
    return keyOf(body);
  };
}

export class BookingStore {
  #bookings: readonly QuickBooking[] = [];
  /** Typed text by place that was not sent, oldest first. */
  readonly #remembered = new Map<string, Partial<QuickDraft>>();
  readonly #listeners = new Set<() => void>();
  copiedEvent: Promise<Event> | undefined;
  /** A block over bookings, while its wizard decides about them. */
  readonly openBlock = createObservableValue<OpenBlock | undefined>(undefined);
  readonly blockPreview = createObservableValue<BlockPreview | undefined>(undefined);

  /** Also notifies of changes in each form. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly bookings = (): readonly QuickBooking[] => this.#bookings;
  readonly openBooking = (): QuickBooking | undefined => this.#bookings.find(({ state }) => state !== "saving");

  open(start: NewBooking, fields: readonly FieldZone[]): void {
    const { kind, duration, places, takenPlaces = [], initialValues } = start;
    const [openedAt] = places;
    const timezone = fields.find(({ id }) => id === openedAt?.fieldId)?.timezone;
    if (!openedAt || !timezone) return;
    this.closeOpen();
    const { date, time } = toWallClock(openedAt.startTime, timezone);
    const initial = {
      ...blankBooking(),
      ...{ kind, duration, fieldId: openedAt.fieldId, date, startTime: time },
      ...(initialValues ?? this.#remembered.get(placeKey(openedAt))),
    };
    const form = new FormStore(initial);
    form.subscribe(this.#notify);
    const id = `quick-${++lastId}`;
    const requestKey = createRequestKeys();
    this.#set([
      ...this.#bookings,
      { ...start, id, form, initialValues: initial, takenPlaces, openedAt, outcomes: [], requestKey },
    ]);
  }

  moveTo(id: string, places: readonly BookingPlace[], fields: readonly FieldZone[]): void {
    const booking = this.#bookings.find((one) => one.id === id);
    const [first] = places;
    const timezone = fields.find((field) => field.id === first?.fieldId)?.timezone;
    if (!booking || !first || !timezone) return;
    const isIn = (all: readonly BookingPlace[]) => (place: BookingPlace) => all.some(isSamePlace(place));
    const free = places.filter((place) => !isIn(booking.takenPlaces)(place));
    this.#change(
      id,
      valuesOf(booking).kind === "block" && free.length > 0
        ? { places: free, takenPlaces: booking.takenPlaces.filter(isIn(places)) }
        : { places, takenPlaces: booking.takenPlaces.filter((place) => !isIn(places)(place)) },
    );
    const { date, time } = toWallClock(first.startTime, timezone);
    // Setting a value also clears the server's error for the former one.
    for (const [name, value] of Object.entries({ fieldId: first.fieldId, date, startTime: time }))
      booking.form.set(name, value);
  }

  toggleLane(lane: number, board: Board, fields: readonly FieldZone[]): void {
    const booking = this.openBooking();
    const draft = booking && toGridDraft(board, booking, placementOf(booking, fields));
    if (!booking || !draft) return;
    const lanes = lanesOf(draft);
    const next = lanes.includes(lane) ? lanes.filter((other) => other !== lane) : [...lanes, lane];
    this.moveTo(booking.id, placesOfRegion(board, { ...draft, lanes: next }), fields);
  }

  markSaving(id: string, name: string): void {
    this.#change(id, { state: "saving", name });
  }
  refuse(id: string, outcomes?: readonly PlaceOutcome[]): void {
    this.#change(id, { state: "refused", ...(outcomes ? { outcomes } : {}) });
  }
  finish({ id, openedAt }: QuickBooking): void {
    this.#set(this.#bookings.filter((one) => one.id !== id));
    this.#remembered.delete(placeKey(openedAt));
  }
  close(id: string): void {
    for (const booking of this.#bookings) if (booking.id === id) this.#remember(booking);
    this.#set(this.#bookings.filter((one) => one.id !== id));
  }
  closeOpen(): void {
    for (const { id, state } of this.#bookings) if (state !== "saving") this.close(id);
  }
  closeBlock(): void {
    this.openBlock.set(undefined);
    this.blockPreview.set(undefined);
  }
  closeAll(): void {
    this.closeBlock();
    for (const { id } of this.#bookings) this.close(id);
  }

  #remember(booking: QuickBooking): void {
    const key = placeKey(booking.openedAt);
    const typed = pickRemembered(valuesOf(booking));
    if (isSameValue(typed, pickRemembered(booking.initialValues))) return;
    this.#remembered.delete(key);
    this.#remembered.set(key, typed);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MAX_REMEMBERED && oldest) this.#remembered.delete(oldest);
  }
  #change(id: string, part: Partial<QuickBooking>): void {
    this.#set(this.#bookings.map((one) => (one.id === id ? { ...one, ...part } : one)));
  }
  #set(bookings: readonly QuickBooking[]): void {
    this.#bookings = bookings;
    this.#notify();
  }
  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}

/** Stores outlive the planning, so that the person finds typed text and the copied event again. */
const stores = new Map<string, BookingStore>();
onSessionClear(() => stores.clear());

function storeOf(organizationId: string): BookingStore {
  const store = stores.get(organizationId) ?? new BookingStore();
  stores.set(organizationId, store);
  return store;
}

export function useBookingStore(): BookingStore {
  const { organizationId } = useScope();
  const store = storeOf(organizationId);
  useEffect(() => () => store.closeAll(), [store]);
  return store;
}

export const useBookings = (store: BookingStore): readonly QuickBooking[] =>
  useSyncExternalStore(store.subscribe, store.bookings);

/** Typing text changes no draft, so nothing renders. */
export function useGridDrafts(store: BookingStore, board: Board, fields: readonly FieldZone[]): GridDraft[] {
  const text = useSyncExternalStore(store.subscribe, () =>
    JSON.stringify(
      store.bookings().flatMap((booking) => toGridDraft(board, booking, placementOf(booking, fields)) ?? []),
    ),
  );
  return useMemo(() => JSON.parse(text) as GridDraft[], [text]);
}

export function usePlacement(booking: QuickBooking, fields: readonly FieldZone[]): Placement {
  const text = useSyncExternalStore(booking.form.subscribe, () => JSON.stringify(placementOf(booking, fields)));
  return useMemo(() => JSON.parse(text) as Placement, [text]);
}
