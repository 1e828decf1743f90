import type { Body, Endpoint, Params, Query, Returns } from "#contract/kit.ts";
import { recordActivity, type ActivityRecord } from "#server/kit/activity/audit-log.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "./serve-module.ts";

/**
 * Calls the handler of another endpoint in this transaction, with its own audit log entry: a series books events, a
 * closure moves and cancels them. It does not check the endpoint's permission; checks in the handler still apply.
 * @param context of the calling request
 * @param input parsed, as a caller would send it; `isHead` for the entry that stands for all those of the transaction
 */
export async function invokeEndpoint<E extends Endpoint>(
  context: RequestContext,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Returns<E>>,
  input: { params?: Partial<Params<E>>; body: Body<E>; isHead?: boolean },
): Promise<Returns<E>> {
  let record: ActivityRecord = {};
  const { db, appContext, user, now, organizationId, access, language, t, address, request } = context;
  const inner = { db, appContext, user, now, organizationId, access, language, t, address, request };
  const call: Call<E> = {
    ...inner,
    liveVersion: "",
    params: { organizationId, ...input.params } as unknown as Params<E>,
    query: undefined as Query<E>,
    body: input.body,
    record: (change) => (record = { ...record, ...change }),
  };
  const answer = await handler(call);
  await recordActivity(call as unknown as Call, endpoint, record, answer, { isHead: input.isHead ?? false });
  return answer;
}
