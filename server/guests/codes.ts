/** Codes by mail: a right one proves the address for half an hour. Every address gets the same answer. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { CODE_MINUTES, type guests, PROOF_MINUTES } from "#contract/guests.ts";
import type { Returns } from "#contract/kit.ts";
import { createDigits, hashDigits } from "#server/accounts/digit-codes.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { isUuid, uuidv7 } from "#server/kit/process/uuid.ts";
import { findGuestClub } from "./calls.ts";
import { codeMail } from "./mail.ts";
import { countCodeTry, findProof, insertCode, updateProof } from "./queries.ts";
import { assertTicket } from "./form-tickets.ts";

const CODE_SECRET = "customer-codes";
const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Only a keyed hash is kept: the addresses of people can be guessed from a plain one. */
const hashAddress = async (db: Database, address: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, CODE_SECRET))
    .update(`address:${address}`)
    .digest();

/** @param call its `db` is the pool: what is refused later is counted */
export async function sendCode(call: Call<typeof guests.code>): Promise<Returns<typeof guests.code>> {
  const { db, appContext, now, language, address: network, params, body } = call;
  const { organization } = await findGuestClub(call, params.slug);
  if (body.channel === "sms") throw invalidFields({ channel: [message("guests.noSms")] });
  await assertTicket(db, organization.id, body.ticket, now);
  const answer = { id: uuidv7(now), expiresAt: minutesAfter(now, CODE_MINUTES) };
  const told = { id: answer.id, expiresAt: answer.expiresAt.toISOString() };
  // Only a program fills in a field that nobody sees.
  if (body.website) return told;
  await enforceRateLimit(call, [
    rateLimit("guestCode.network", networkPrefix(network)),
    rateLimit("guestCode.organization", organization.id),
    rateLimit("guestCode.hour", body.address),
    rateLimit("guestCode.day", body.address),
  ]);
  const code = createDigits();
  await db.transaction().execute(async (trx) => {
    await insertCode(trx, {
      ...{ organization_id: organization.id, id: answer.id, expires_at: answer.expiresAt, created_at: now },
      address_hash: await hashAddress(trx, body.address),
      code_hash: await hashDigits(trx, CODE_SECRET, answer.id, code),
    });
    await enqueueMail(
      { db: trx, appContext, now, organizationId: organization.id },
      { to: body.address, language, template: codeMail, params: { code, organization: organization.name } },
    );
  });
  return told;
}

const wrongCode = () => invalidFields({ code: [message("guests.codeWrong")] });

/** @param call its `db` is the pool: wrong codes are counted */
export async function checkCode(call: Call<typeof guests.check>): Promise<Returns<typeof guests.check>> {
  const { db, now, address, params, body } = call;
  const { organization } = await findGuestClub(call, params.slug);
  const limits = [rateLimit("guestCheck.network", networkPrefix(address))];
  await enforceRateLimit(call, limits);
  const key = { organizationId: organization.id, codeId: params.codeId };
  const tried = isUuid(key.codeId) ? await countCodeTry(db, key, now) : undefined;
  const given = await hashDigits(db, CODE_SECRET, key.codeId, body.code);
  if (!tried || !timingSafeEqual(tried.code_hash, given)) throw wrongCode();
  const proof = randomToken();
  const expiresAt = minutesAfter(now, PROOF_MINUTES);
  if (!(await updateProof(db, { ...key, proofHash: hashToken(proof), expiresAt }))) throw wrongCode();
  await returnTry(db, limits);
  return { proof, expiresAt: expiresAt.toISOString() };
}

/** @throws HttpError 422 on `proof` unless it is one of this address, given within half an hour */
export async function assertProof(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  proof: string,
  email: string,
): Promise<void> {
  const hashes = { proofHash: hashToken(proof), addressHash: await hashAddress(db, email) };
  if (!(await findProof(db, { organizationId, ...hashes }, now)))
    throw invalidFields({ proof: [message("guests.proofOver")] });
}
