/** Keeps a second factor that was to be removed as lost: by its link, in the settings, or by signing in with it. */
import type { secondFactors } from "#contract/second-factors.ts";
import { lockUser } from "#server/accounts/queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { FactorActor } from "./change.ts";
import { deleteRemoval, findRemoval, findRemovalByToken } from "./removal-queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Somebody keeps the second factor that an owner of the organization wanted to have removed. */
    "second-factors.kept": { actor: FactorActor };
  }
}

type KeepContext = Pick<TenantContext, "db" | "appContext" | "now">;

/** @param actor whose second factor it is. @returns false if no removal waited */
export async function keepSecondFactor(context: KeepContext, actor: FactorActor): Promise<boolean> {
  const removal = await deleteRemoval(context.db, actor.id);
  if (!removal) return false;
  const tenant = { organizationId: removal.organization_id, memory: undefined };
  await publish({ ...context, ...tenant }, "second-factors.kept", { actor });
  return true;
}

/** @throws HttpError 422 on `token` if nothing waits for it, 429 */
export async function keepByLink(call: Call<typeof secondFactors.keep>) {
  const { db, appContext, now, body, address } = call;
  const limit = rateLimit("confirm.network", networkPrefix(address));
  await enforceRateLimit(call, [limit]);
  await db.transaction().execute(async (trx) => {
    const removal = await findRemovalByToken(trx, body.token);
    if (removal) await lockUser(trx, removal.user_id);
    const isKept = removal && (await keepSecondFactor({ db: trx, appContext, now }, { id: removal.user_id, address }));
    if (!isKept) throw invalidFields({ token: [message("second-factors.removalUnknown")] });
    await returnTry(trx, [limit]);
  });
  return null;
}

export async function readOwnRemoval({ db, user }: Pick<Call, "db" | "user">) {
  const removal = await findRemoval(db, user.id);
  if (!removal) return null;
  const { name } = await db
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", removal.organization_id)
    .executeTakeFirstOrThrow();
  return { organization: name, at: removal.due_at.toISOString() };
}
