/** Saves what was filled in beside the grid: shown at once, taken back honestly where the server refuses. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { payments } from "#contract/payments.ts";
import { series } from "#contract/series.ts";
import { refreshEvents, refreshMoney } from "#web/availability/refresh.ts";
import { fillKeys } from "#web/events/event-draft.ts";
import { typeLabels } from "#web/events/labels.ts";
import { ApiError, call, reasonOf, sayFailure } from "#web/kit/api.ts";
import { useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { useWords } from "#web/kit/words.ts";
import { showPlanned } from "#web/moving/planned.ts";
import { toDates } from "#web/series/choices.ts";
import { atFields } from "#web/series/series-draft.ts";
import type { QuickCreateProps } from "./quick-create.tsx";
import { bodyOf, type Place, type QuickDraft } from "./quick-draft.ts";
import type { Outcome } from "./quick-refusal.tsx";
import { previewOf, rowsOf } from "./quick-series.tsx";
import { forget } from "./use-quick.ts";

/** One of the places booked, or each week there. */
type Saved = { event: Event } | { skipped: number };

/** What was chosen of its money, once it is booked. Where that fails it is said: what is booked stays booked. */
function useSettle() {
  const t = useWords();
  return async ({ payment, method, email }: QuickDraft, { id, organizationId, price, name }: Event): Promise<void> => {
    const params = { organizationId, eventId: id };
    const isPaid = payment === "paid";
    if (price === 0 || (!isPaid && payment !== "link")) return;
    const taken = { method, amount: price };
    const asked = email ? { email } : {};
    const idempotencyKey = fillKeys()(isPaid ? taken : asked);
    const send = async (): Promise<unknown> =>
      isPaid
        ? call(payments.record, { params, body: taken, idempotencyKey }, { quiet: true })
        : call(payments.link, { params, body: asked, idempotencyKey }, { quiet: true });
    try {
      // Where the answer was lost, nobody knows: the same once more is done once.
      await send().catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 0) return send();
        throw error;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const description = t(isPaid ? "planning.notRecorded" : "planning.linkNotSent", {
        name,
        reason: reasonOf(error),
      });
      toast({ description, variant: "error", duration: 15_000 });
    }
  };
}

function useBook(title: string | undefined) {
  const t = useWords();
  const { organizationId } = useScope();
  const params = { organizationId };
  const settle = useSettle();
  // Every place has a name of its own for what is sent, so that twice is once.
  const [keys] = useState(() => new Map<string, (body: unknown) => string>());
  const keyOf = (place: Place, body: unknown) => {
    const name = JSON.stringify(place);
    const its = keys.get(name) ?? fillKeys();
    keys.set(name, its);
    return its(body);
  };
  return async (filled: QuickDraft, place: Place): Promise<Saved> => {
    const own = title || filled.customer.name || t(typeLabels[filled.type]);
    const because = (reason: string) => t("planning.outsideBecause", { reason });
    if (filled.kind === "event" || (filled.kind === "block" && !filled.repeats)) {
      const body = bodyOf(filled, { place, own, because });
      const { data } = await call(events.create, { params, body, idempotencyKey: keyOf(place, body) }, { quiet: true });
      if (filled.kind === "event") await settle(filled, data);
      return { event: data };
    }
    const asked = previewOf(filled, { place, own, because });
    try {
      const { data } = await call(series.preview, { params, body: asked }, { quiet: true });
      const body = { ...asked, dates: toDates(rowsOf(data.occurrences, filled.chosen)) };
      const answer = await call(series.create, { params, body, idempotencyKey: keyOf(place, body) }, { quiet: true });
      return { skipped: data.occurrences.length - answer.data.created.length };
    } catch (error) {
      throw atFields(error);
    }
  };
}

/** Tells what was booked, and shows it before the server is asked again. */
function useTold(cache: QueryClient) {
  const t = useWords();
  return (saved: Saved) => {
    if ("event" in saved) showPlanned(cache, saved.event);
    const said = "event" in saved ? t("events.created") : t("series.created");
    const left =
      "skipped" in saved && saved.skipped > 0 ? ` ${t("series.skippedCount", { count: saved.skipped })}` : "";
    toast({ description: said + left, variant: "success" });
  };
}

export function useSaving({ one, quick, fields }: QuickCreateProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const book = useBook(one.title);
  const tell = useTold(cache);
  const [begunAt] = useState(one.places[0]);
  /** Whether another is begun right after it. */
  const goesOn = useRef(false);
  const [outcome, setOutcome] = useState<readonly Outcome[]>([]);
  const goOn = () => {
    if (begunAt) forget(organizationId, begunAt);
    quick.close(one.id);
    const [place] = one.places;
    if (!goesOn.current || !place) return;
    const next = new Date(Date.parse(place.startTime) + one.duration * 60_000).toISOString();
    const places = one.places.map((it) => ({ ...it, startTime: next }));
    quick.start({ kind: one.kind, places, duration: one.duration, isDrawn: true });
  };
  /** Each for itself: what is free is booked, what is not stays to be decided. */
  const bookEach = async (filled: QuickDraft) => {
    const left: { place: Place; error: ApiError }[] = [];
    const became: Outcome[] = [];
    for (const place of one.places) {
      const field = fields.find(({ id }) => id === place.fieldId);
      const at = { name: field?.name ?? "", startTime: place.startTime, timezone: field?.timezone ?? "" };
      try {
        tell(await book(filled, place));
        became.push(at);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        left.push({ place, error });
        became.push({ ...at, refusal: reasonOf(error) });
      }
    }
    const [first] = left;
    if (!first) return;
    setOutcome(became);
    quick.change(one.id, { places: left.map(({ place }) => place) });
    throw first.error;
  };
  const submit = async (filled: QuickDraft) => {
    const own = filled.kind === "block" ? filled.reason : one.title || filled.customer.name;
    quick.change(one.id, { kind: filled.kind, state: "saving", name: own || t(typeLabels[filled.type]) });
    try {
      const [only, second] = one.places;
      if (only && !second) tell(await book(filled, only));
      else await bookEach(filled);
      goOn();
    } catch (error) {
      goesOn.current = false;
      quick.change(one.id, { state: "refused" });
      // What is said beside a field or in the box needs no toast; a lost connection has no other place.
      if (error instanceof ApiError && !error.errors && error.status !== 409) sayFailure(error);
      refreshEvents(cache);
      throw error;
    }
    refreshMoney(cache);
  };
  const goOnAfter = (goes: boolean) => {
    goesOn.current = goes;
  };
  return { submit, outcome, goOnAfter };
}
