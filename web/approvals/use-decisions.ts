/** Sends decisions, offers their undo, and keeps what was refused. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { approvals, type BookingRequest, type DecisionOutcome } from "#contract/approvals.ts";
import { call } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export const requesterName = ({ customer, name }: BookingRequest): string => customer?.name || name;

export interface RefusedRequest {
  id: string;
  name: string;
  reason: string;
}
export interface DecisionResult {
  done: number;
  refused: readonly RefusedRequest[];
}
export type Decision = { answer: "approve" } | { answer: "reject"; reason: string; notify: boolean };

function listRefused(requests: readonly BookingRequest[], { refused }: DecisionOutcome): RefusedRequest[] {
  const reasons = new Map(refused.map(({ eventId, reason }) => [eventId, reason]));
  return requests.flatMap((request) => {
    const id = request.eventIds.find((eventId) => reasons.has(eventId));
    return id === undefined ? [] : [{ id: request.id, name: requesterName(request), reason: reasons.get(id) ?? "" }];
  });
}

export function useDecisions() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const params = { organizationId };
  /** Ids of the requests that are being decided. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<DecisionResult>();

  const undo = async (eventIds: readonly string[]) => {
    const { data } = await call(approvals.undo, { params, body: { eventIds: [...eventIds] } });
    invalidatePaymentQueries(cache);
    const [first] = data.refused;
    if (first) toast({ description: first.reason, variant: "error" });
  };
  const send = async (requests: readonly BookingRequest[], decision: Decision): Promise<void> => {
    const body = { ...decision, eventIds: requests.flatMap(({ eventIds }) => eventIds) };
    const { data } = await call(approvals.decide, { params, body });
    const refused = listRefused(requests, data);
    const done = requests.filter(({ id }) => !refused.some((one) => one.id === id));
    if (refused.length > 0) setResult({ done: done.length, refused });
    if (data.decided.length === 0) return;
    const [only, second] = done;
    const isApproval = decision.answer === "approve";
    const text =
      only && !second
        ? t(isApproval ? "approvals.approvedOne" : "approvals.rejectedOne", { name: requesterName(only) })
        : t(isApproval ? "approvals.approvedSeveral" : "approvals.rejectedSeveral", { count: done.length });
    offerUndo(text, () => undo(data.decided));
  };
  const decide = (requests: readonly BookingRequest[], decision: Decision): Promise<void> => {
    setBusy(new Set(requests.map(({ id }) => id)));
    setResult(undefined);
    return send(requests, decision).finally(() => {
      setBusy(new Set());
      invalidatePaymentQueries(cache);
    });
  };
  return { decide, busy, result, clearResult: () => setResult(undefined) };
}
