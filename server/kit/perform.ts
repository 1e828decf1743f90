/** One endpoint that does what another does: a series books events, a closure moves and cancels them. */
import type { Body, Endpoint, Params, Query, Returns } from "#contract/kit.ts";
import { noteActivity, type Record as ActivityRecord } from "./activity.ts";
import type { Place } from "./announce.ts";
import type { Call } from "./serve.ts";

/**
 * Does what another endpoint does, in the transaction of this one, with an entry of its own in the activity: a series books
 * events, a closure moves and cancels them.
 * @param place whose call it is: the permissions were asked for already, those that the handler itself asks for hold
 * @param asked what a caller would have sent, already parsed
 */
export async function perform<E extends Endpoint>(
  place: Place,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Returns<E>>,
  asked: { params?: Partial<Params<E>>; body: Body<E> },
): Promise<Returns<E>> {
  let noted: ActivityRecord = {};
  const { db, house, user, now, organizationId, standing, language, t, address, request } = place;
  const inner = { db, house, user, now, organizationId, standing, language, t, address, request };
  const call: Call<E> = {
    ...inner,
    params: { organizationId, ...asked.params } as unknown as Params<E>,
    query: undefined as Query<E>,
    body: asked.body,
    record: (change) => (noted = { ...noted, ...change }),
  };
  const answer = await handler(call);
  await noteActivity(call as unknown as Call, endpoint, noted, answer);
  return answer;
}
