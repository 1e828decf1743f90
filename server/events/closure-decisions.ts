/** Applies what the team decides about bookings within a new closure: cancel, move or keep each of them. */
import { events } from "#contract/events.ts";
import type { ClosureDecision } from "#contract/hours.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { changeEvent } from "./change.ts";
import { cancelForClosure } from "./cancel.ts";

async function applyDecision(
  context: RequestContext,
  decision: ClosureDecision,
  { reason, notify }: { reason: string | null; notify: boolean },
): Promise<void> {
  const { eventId, action, fieldId, startTime, refund } = decision;
  if (action === "cancel") {
    const body = { reason, refund: refund ?? "full", notify } as const;
    await invokeEndpoint(context, events.cancel, cancelForClosure, { params: { eventId }, body });
  }
  if (action === "move") {
    // Keep the agreed price: the closure is not the customer's choice.
    const body = {
      ...(fieldId && { fieldId }),
      ...(startTime && { startTime }),
      pricing: "keep",
      notify,
    } as const;
    await invokeEndpoint(context, events.update, (call) => changeEvent(call, reason), { params: { eventId }, body });
  }
}

/** Applies all decisions or none. @throws HttpError of the first that fails, on its index, for instance `decisions.3` */
export async function applyDecisions(
  context: RequestContext,
  {
    decisions,
    reason,
    notify = true,
  }: { decisions: readonly ClosureDecision[]; reason: string | null; notify?: boolean },
): Promise<void> {
  // Cancellations come first, so that what is moved can take their time.
  const isMove = ({ action }: ClosureDecision) => Number(action === "move");
  for (const [index, decision] of [...decisions.entries()].toSorted(([, a], [, b]) => isMove(a) - isMove(b))) {
    try {
      await applyDecision(context, decision, { reason, notify });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const own = Object.values(error.errors ?? {}).flat();
      const errors = { [`decisions.${index}`]: own.length > 0 ? own : [error.localizedMessage] };
      throw new HttpError(error.status === 404 ? 422 : error.status, error.localizedMessage, { errors });
    }
  }
}
