/** Sends decisions, offers their undo, and keeps what was refused. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { approvals, type BookingRequest, type DecisionOutcome } from "#contract/approvals.ts";
import { call } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries, refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { toDecisionParts } from "./decision-parts.ts";
import { requesterName } from "./requester-name.ts";

/** A request as far as a decision needs it. */
export type RequestToDecide = Pick<BookingRequest, "id" | "eventIds" | "name"> & {
  customer: { name: string } | null;
};

export interface RefusedRequest {
  id: string;
  /** The event that was refused. */
  eventId: string;
  name: string;
  reason: string;
}
export interface DecisionResult {
  done: number;
  refused: readonly RefusedRequest[];
}
export type Decision = { answer: "approve" } | { answer: "reject"; reason: string; notify: boolean };

function listRefused(requests: readonly RequestToDecide[], { refused }: DecisionOutcome): RefusedRequest[] {
  const reasons = new Map(refused.map(({ eventId, reason }) => [eventId, reason]));
  return requests.flatMap((request) => {
    const id = request.eventIds.find((eventId) => reasons.has(eventId));
    if (id === undefined) return [];
    return [{ id: request.id, eventId: id, name: requesterName(request), reason: reasons.get(id) ?? "" }];
  });
}

const addUp = (outcomes: readonly DecisionOutcome[]): DecisionOutcome => ({
  decided: outcomes.flatMap(({ decided }) => decided),
  refused: outcomes.flatMap(({ refused }) => refused),
});

/** Reports the outcomes also where a later part fails, because those before it stand. */
async function sendEach<Part>(
  parts: readonly Part[],
  send: (part: Part) => Promise<DecisionOutcome>,
  report: (outcomes: readonly DecisionOutcome[]) => void,
): Promise<void> {
  const outcomes: DecisionOutcome[] = [];
  try {
    for (const part of parts) outcomes.push(await send(part));
  } finally {
    report(outcomes);
  }
}

const isTold = (decision: Decision): boolean => decision.answer === "approve" || decision.notify;

interface DecisionListener {
  /** @param withdraw takes the offer to undo away */
  onDecided?: (requests: readonly RequestToDecide[], decision: Decision, withdraw: () => void) => void;
  onUndone?: (requests: readonly RequestToDecide[]) => void;
}

/** @param organizationId of the requests */
export function useDecisions(organizationId: string, { onDecided, onUndone }: DecisionListener = {}) {
  const t = useTranslation();
  const cache = useQueryClient();
  const params = { organizationId };
  /** Ids of the requests that are being decided. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<DecisionResult>();

  const undo = async (parts: readonly (readonly string[])[], notify: boolean) => {
    const sendPart = async (eventIds: readonly string[]) =>
      (await call(approvals.undo, { params, body: { eventIds: [...eventIds], notify } })).data;
    await sendEach(parts, sendPart, (outcomes) => {
      const [first] = addUp(outcomes).refused;
      if (first) toast({ description: first.reason, variant: "error" });
    }).finally(() => refetchPaymentQueries(cache));
  };
  const report = (requests: readonly RequestToDecide[], decision: Decision, outcomes: readonly DecisionOutcome[]) => {
    const outcome = addUp(outcomes);
    const refused = listRefused(requests, outcome);
    const decided = new Set(outcome.decided);
    const done = requests.filter(({ eventIds }) => eventIds.every((id) => decided.has(id)));
    if (refused.length > 0) setResult({ done: done.length, refused });
    if (decided.size === 0) return;
    const [only, second] = done;
    const isApproval = decision.answer === "approve";
    const text =
      only && !second
        ? t(isApproval ? "approvals.approvedOne" : "approvals.rejectedOne", { name: requesterName(only) })
        : t(isApproval ? "approvals.approvedSeveral" : "approvals.rejectedSeveral", { count: done.length });
    const parts = outcomes.map((one) => one.decided).filter((ids) => ids.length > 0);
    const withdraw = offerUndo(text, async () => {
      await undo(parts, isTold(decision));
      onUndone?.(done);
    });
    // The offer of several stays while one of them is taken back.
    onDecided?.(done, decision, second ? () => {} : withdraw);
  };
  const send = (requests: readonly RequestToDecide[], decision: Decision): Promise<void> => {
    const sendPart = async (eventIds: string[]) =>
      (await call(approvals.decide, { params, body: { ...decision, eventIds } })).data;
    return sendEach(toDecisionParts(requests), sendPart, (outcomes) => report(requests, decision, outcomes));
  };
  const decide = (requests: readonly RequestToDecide[], decision: Decision): Promise<void> => {
    setBusy(new Set(requests.map(({ id }) => id)));
    setResult(undefined);
    return send(requests, decision).finally(() => {
      setBusy(new Set());
      invalidatePaymentQueries(cache);
    });
  };
  /** Takes the decision about one request back. */
  const takeBack = (request: RequestToDecide, decision: Decision): Promise<void> => {
    setBusy(new Set([request.id]));
    return undo(toDecisionParts([request]), isTold(decision))
      .then(() => onUndone?.([request]))
      .finally(() => setBusy(new Set()));
  };
  return { decide, takeBack, busy, result, clearResult: () => setResult(undefined) };
}
