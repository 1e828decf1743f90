/** The first administrator of the platform, made in the browser with the code that the server printed at its start. */
import type { accounts } from "#contract/accounts.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { ADMINISTRATOR_CODE_HOURS, isAdministratorCode, lockFirstAdministrator } from "./administrator-codes.ts";
import { saveAdministrator } from "./administrators.ts";
import { findPasswordWeakness, hashPassword } from "./passwords.ts";
import { countAdministrators } from "./queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "./rate-limits.ts";
import { startSession } from "./sessions.ts";

type FirstAdministratorCall = Call<typeof accounts.createFirstAdministrator>;

const wrongCode = () => message("accounts.administratorCodeWrong", { hours: ADMINISTRATOR_CODE_HOURS });

/** @throws HttpError 409 if there is an administrator, 422 for a wrong code or a weak password, 429 after too many tries */
export async function createFirstAdministrator(call: FirstAdministratorCall) {
  const { db, now, language, address, request, body } = call;
  const { email, firstName, lastName, password, code } = body;
  await enforceRateLimit(call, [rateLimit("administrator.network", networkPrefix(address))]);
  await assertNoAdministrator(call);
  const weakness = findPasswordWeakness(password, email);
  const isValid = await isAdministratorCode(db, code, now);
  if (weakness || !isValid)
    throw invalidFields({ ...(!isValid && { code: [wrongCode()] }), ...(weakness && { password: [weakness] }) });
  const draft = { email, firstName, lastName, passwordHash: await hashPassword(password), language };
  return db.transaction().execute(async (trx) => {
    await lockFirstAdministrator(trx);
    await assertNoAdministrator({ db: trx });
    // It may have ended while the password was hashed.
    if (!(await isAdministratorCode(trx, code, now))) throw invalidFields({ code: [wrongCode()] });
    const { id } = await saveAdministrator(trx, draft, now);
    return startSession(trx, id, { userAgent: request.headers["user-agent"], address }, now);
  });
}

async function assertNoAdministrator({ db }: Pick<FirstAdministratorCall, "db">): Promise<void> {
  if ((await countAdministrators(db)) > 0) throw new HttpError(409, message("accounts.administratorExists"));
}
