import type { personalData, Terms } from "#contract/personal-data-endpoints.ts";
import { acceptTerms, currentTerms, isTermsDue, listAcceptedTerms } from "#server/accounts/accepted-terms.ts";
import { findUser } from "#server/accounts/queries.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertProfileChange } from "#server/kit/notify/live-changes.ts";

type TermsCall = Pick<Call, "db" | "appContext" | "user">;

export async function readTerms({ db, appContext, user }: TermsCall): Promise<Terms> {
  const { operator, ...versions } = currentTerms(appContext.config);
  const { accepted_terms } = await findUser(db, user.id);
  const rows = await listAcceptedTerms(db, user.id);
  return {
    current: { ...versions, operator: operator || null },
    isDue: isTermsDue(accepted_terms, appContext.config),
    accepted: rows.map((row) => ({
      terms: row.terms,
      privacy: row.privacy,
      operator: row.operator || null,
      language: row.language as Terms["accepted"][number]["language"],
      accepted_at: row.accepted_at.toISOString(),
    })),
  };
}

/** @throws HttpError 409 if the reader has seen other versions, such as in a page that was loaded before a change */
export async function acceptCurrentTerms(call: Call<typeof personalData.acceptTerms>): Promise<Terms> {
  const { db, appContext, user, language, now, body } = call;
  const { terms, privacy } = currentTerms(appContext.config);
  if (body.terms !== terms || body.privacy !== privacy) throw new HttpError(409, message("personal-data.termsChanged"));
  await acceptTerms(db, { userId: user.id, language }, appContext.config, now);
  await insertProfileChange(db, user.id, now);
  return readTerms(call);
}
