/** Live stream (server-sent events, SSE; instead of a WebSocket) of an organization, or of the platform. */
import type { activity } from "#contract/activity.ts";
import { findCaller } from "#server/accounts/sessions.ts";
import { readBearerToken } from "#server/kit/http/authorize.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { isVersion } from "#server/kit/notify/live-version.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import { filterVisibleChanges } from "./visible-changes.ts";
import { countStream } from "./open-streams.ts";
import { streamChanges } from "./change-stream.ts";

export async function sendLiveChanges(call: RawCall<typeof activity.live>): Promise<void> {
  const { db, appContext, organizationId, user, language, request, reply } = call;
  let { access } = call;

  const isWelcome = async () => {
    const caller = await findCaller(appContext, readBearerToken(request) ?? "");
    const now = caller?.isVerified ? await findMemberPermissions(appContext, caller, organizationId) : undefined;
    if (now) access = now;
    return now !== undefined;
  };

  const endStream = countStream(user);
  reply.raw.once("close", endStream);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  const last = request.headers["last-event-id"];
  await streamChanges({
    live: appContext.live,
    response: reply.raw,
    organizationId,
    userId: user.id,
    lastSeenVersion: typeof last === "string" && isVersion(last) ? last : undefined,
    filterVisible: (changes) =>
      filterVisibleChanges(db, { organizationId, access, user, language, now: appContext.clock.now() }, changes),
    isStillAllowed: isWelcome,
    onError: (err) => request.log.warn({ err }, "a live stream broke off"),
  });
}
