/** The live stream of an organization, or of the platform. */
import type { activity } from "#contract/activity.ts";
import { findCaller } from "#server/accounts/sessions.ts";
import { bearerOf } from "#server/kit/gate.ts";
import type { RawCall } from "#server/kit/serve.ts";
import { findStanding } from "#server/members/standing.ts";
import { sift } from "./sift.ts";
import { stream } from "./stream.ts";

export async function live(call: RawCall<typeof activity.live>): Promise<void> {
  const { db, house, organizationId, user, language, request, reply } = call;
  let { standing } = call;

  /** Sessions end and memberships change while a stream is open. */
  const isWelcome = async () => {
    const caller = await findCaller(house, bearerOf(request) ?? "");
    const now = caller?.isVerified ? await findStanding(house, caller, organizationId) : undefined;
    if (now) standing = now;
    return now !== undefined;
  };

  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  const last = request.headers["last-event-id"];
  await stream({
    live: house.live,
    response: reply.raw,
    organizationId,
    userId: user.id,
    after: typeof last === "string" && /^\d{1,19}\.\d{1,19}$/.test(last) ? last : undefined,
    sift: (changes) => sift(db, { organizationId, standing, user, language, now: house.clock.now() }, changes),
    isWelcome,
    onError: (err) => request.log.warn({ err }, "a live stream broke off"),
  });
}
