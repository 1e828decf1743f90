/** Makes, changes and deletes webhooks, and rotates their secrets. */
import {
  MAX_WEBHOOKS,
  webhookKindPermissions,
  type NewWebhook,
  type Webhook,
  type WebhookDraft,
  type webhooks,
} from "#contract/webhooks.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { findUrlFault, type UrlFault } from "#server/kit/http/public-request.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockAndReauthorize } from "#server/members/permissions.ts";
import {
  countWebhooks,
  deleteDeliveries,
  findWebhook,
  insertWebhook,
  lockWebhook,
  updateWaitingFailed,
  updateWebhook,
} from "./queries.ts";
import { createSecret } from "./sign.ts";

/** Receivers take over the new secret meanwhile. */
const FORMER_SECRET_MS = 86_400_000;

const urlFaults = {
  protocol: message("webhooks.urlHttps"),
  credentials: message("webhooks.urlCredentials"),
  private_address: message("webhooks.urlPrivate"),
} as const satisfies Record<UrlFault, unknown>;

function assertUrl({ appContext }: Call, url: string | undefined): void {
  const fault = url && findUrlFault(new URL(url), { allowsLocalhost: appContext.config.demo });
  if (fault) throw invalidFields({ url: [urlFaults[fault]] });
}

/** A webhook tells no more than whoever chooses its kinds may read. */
function assertMayRead(
  permissions: ReadonlySet<string>,
  kinds: WebhookDraft["kinds"] | undefined,
  before: WebhookDraft["kinds"] = [],
): void {
  const added = kinds?.filter((kind) => !before.includes(kind)) ?? [];
  if (!added.every((kind) => permissions.has(webhookKindPermissions[kind])))
    throw invalidFields({ kinds: [message("members.aboveYou")] });
}

/** @throws HttpError 422 for an address that is not public, or a kind that the caller may not read, 409 for too many webhooks */
export async function createWebhook(call: Call<typeof webhooks.create>): Promise<NewWebhook> {
  const { db, now, organizationId, body } = call;
  const { access } = await lockAndReauthorize(call, "organizations.update");
  await collectFieldErrors(
    async () => assertUrl(call, body.url),
    async () => assertMayRead(access.permissions, body.kinds),
  );
  if ((await countWebhooks(call)) >= MAX_WEBHOOKS)
    throw new HttpError(409, message("webhooks.tooMany", { count: MAX_WEBHOOKS }));
  const [id, secret] = [uuidv7(now), createSecret()];
  await insertWebhook(db, {
    organization_id: organizationId,
    id,
    url: body.url,
    kinds: [...new Set(body.kinds)],
    active: body.active,
    secret,
    created_at: now,
    updated_at: now,
  });
  return { ...(await findWebhook(call, id)), secret };
}

export async function changeWebhook(call: Call<typeof webhooks.update>): Promise<Webhook> {
  const { now, params, body, record } = call;
  const { access } = await lockAndReauthorize(call, "organizations.update");
  const row = await lockWebhook(call, params.webhookId);
  const before = await findWebhook(call, row.id);
  await collectFieldErrors(
    async () => assertUrl(call, body.url),
    async () => assertMayRead(access.permissions, body.kinds, before.kinds),
  );
  const turnsOn = body.active === true && !row.active;
  await updateWebhook(call, row.id, {
    ...(body.url !== undefined && { url: body.url }),
    ...(body.kinds !== undefined && { kinds: [...new Set(body.kinds)] }),
    ...(body.active !== undefined && { active: body.active }),
    ...(turnsOn && { failing_since: null, turned_off_at: null }),
    updated_at: now,
  });
  if (body.active === false) await updateWaitingFailed(call, row.id);
  const after = await findWebhook(call, row.id);
  const { url, kinds, active } = before;
  record(computeDiff({ url, kinds, active }, { url: after.url, kinds: after.kinds, active: after.active }));
  return after;
}

export async function deleteWebhook(call: Call<typeof webhooks.delete>): Promise<null> {
  const { now, params, record } = call;
  const { id, url } = await lockWebhook(call, params.webhookId);
  await deleteDeliveries(call, id);
  await updateWebhook(call, id, { active: false, secret: "", former_secret: null, archived_at: now, updated_at: now });
  record({ before: { url }, after: {} });
  return null;
}

export async function rotateSecret(call: Call<typeof webhooks.rotate>): Promise<NewWebhook> {
  const { now, params } = call;
  const row = await lockWebhook(call, params.webhookId);
  const secret = createSecret();
  await updateWebhook(call, row.id, {
    secret,
    former_secret: row.secret,
    former_secret_until: new Date(now.getTime() + FORMER_SECRET_MS),
    updated_at: now,
  });
  return { ...(await findWebhook(call, row.id)), secret };
}
