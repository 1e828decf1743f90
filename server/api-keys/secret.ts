/** The text of an API key: `bl_live_`, eight signs by which it is known, and a secret of 32 random bytes. */
import { randomBytes } from "node:crypto";
import { API_KEY_START } from "#contract/api-keys.ts";

const PREFIX_BYTES = 6;
const SECRET_BYTES = 32;

export function createApiKeyText(): { prefix: string; text: string } {
  // The underscore divides the parts.
  const prefix = randomBytes(PREFIX_BYTES).toString("base64url").replaceAll("_", "-");
  return { prefix, text: `${API_KEY_START}${prefix}_${randomBytes(SECRET_BYTES).toString("base64url")}` };
}

export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_START);
