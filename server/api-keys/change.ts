/** Makes and revokes API keys. */
import { API_KEY_DEFAULT_DAYS, type apiKeys, MAX_API_KEYS, type NewApiKey } from "#contract/api-keys.ts";
import { insertApiKeyAccount } from "#server/accounts/queries.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockAndReauthorize } from "#server/members/permissions.ts";
import { countApiKeys, findApiKey, insertApiKey, updateApiKeyRevoked } from "./queries.ts";
import { createApiKeyText } from "./secret.ts";

const DAY_MS = 86_400_000;

function readExpiry({ body, now }: Call<typeof apiKeys.create>): Date | null {
  if (body.expiresAt === null) return null;
  if (body.expiresAt === undefined) return new Date(now.getTime() + API_KEY_DEFAULT_DAYS * DAY_MS);
  const expiresAt = new Date(body.expiresAt);
  if (expiresAt <= now) throw invalidFields({ expiresAt: [message("api-keys.expiryPast")] });
  return expiresAt;
}

/** @throws HttpError 422 for a permission that the maker does not hold, a name in use or an expiry that has passed, 409 for too many keys */
export async function createApiKey(call: Call<typeof apiKeys.create>): Promise<NewApiKey> {
  const { db, organizationId, now, body, user, record } = call;
  const { access } = await lockAndReauthorize(call, "organizations.update");
  const expiresAt = readExpiry(call);
  if (!body.permissions.every((permission) => access.permissions.has(permission)))
    throw invalidFields({ permissions: [message("members.aboveYou")] });
  const { count, hasNamesake } = await countApiKeys(call, body.name);
  if (hasNamesake) throw invalidFields({ name: [message("api-keys.nameTaken")] });
  if (count >= MAX_API_KEYS) throw new HttpError(409, message("api-keys.tooMany", { count: MAX_API_KEYS }));
  const [id, userId] = [uuidv7(now), uuidv7(now)];
  const { prefix, text } = createApiKeyText();
  const permissions = [...new Set(body.permissions)];
  await insertApiKeyAccount(db, { id: userId, name: body.name, now });
  await insertApiKey(db, {
    organization_id: organizationId,
    id,
    user_id: userId,
    name: body.name,
    prefix,
    text,
    permissions,
    expires_at: expiresAt,
    created_by: user.id,
    created_at: now,
  });
  const key = await findApiKey(call, id);
  if (!key) throw notFound();
  record({ after: { name: body.name, permissions, expiresAt: key.expiresAt } });
  return { ...key, secret: text };
}

export async function revokeApiKey(call: Call<typeof apiKeys.revoke>): Promise<null> {
  const { params, now, record } = call;
  const key = await findApiKey(call, params.apiKeyId);
  if (!key || !(await updateApiKeyRevoked(call, key.id, now))) throw notFound();
  record({ before: { name: key.name }, after: {} });
  return null;
}
