import { apiKeys } from "#contract/api-keys.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { createApiKey, revokeApiKey } from "./change.ts";
import { listApiKeys, updateApiKeysRevokedOf } from "./queries.ts";

export default serveModule(
  apiKeys,
  { list: listApiKeys, create: createApiKey, revoke: revokeApiKey },
  { "accounts.closed": ({ db, now }, { userId }) => updateApiKeysRevokedOf(db, userId, now) },
);
