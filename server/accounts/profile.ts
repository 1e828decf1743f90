/** Changes a person's profile: name, telephone, language. */
import type { accounts, User } from "#contract/accounts.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertProfileChange } from "#server/kit/notify/live-changes.ts";
import { serializeUser, updateProfile } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** Name or telephone number of an account are others now. */
    "accounts.changed": { userId: string };
  }
}

export async function changeProfile(call: Call<typeof accounts.updateUser>): Promise<User> {
  const { db, appContext, user, body, now } = call;
  const changed = await updateProfile(db, user.id, body, now);
  await insertProfileChange(db, user.id, now);
  await publish(call, "accounts.changed", { userId: user.id });
  return serializeUser(changed, appContext.config);
}
