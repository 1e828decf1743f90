/** Which versions of the legal texts a person has accepted. A new version, or another operator, asks again. */
import { legalVersions } from "#contract/personal-data-versions-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Config } from "#server/kit/process/config.ts";
import type { Language } from "#messages/translator.ts";

export interface TermsVersions {
  /** Date of the text. */
  terms: string;
  privacy: string;
  /** With whom the terms are agreed; empty where nobody is named. */
  operator: string;
}

type OperatorConfig = Pick<Config, "operator">;

export const currentTerms = ({ operator }: OperatorConfig): TermsVersions => ({
  terms: legalVersions.terms,
  privacy: legalVersions.privacy,
  operator: operator.name ?? "",
});

export const termsKey = ({ terms, privacy, operator }: TermsVersions): string => [terms, privacy, operator].join(" ");

export const isTermsDue = (accepted: string | null, config: OperatorConfig): boolean =>
  accepted !== termsKey(currentTerms(config));

/** Twice accepted, the first time counts. */
export async function acceptTerms(
  db: Database,
  { userId, language }: { userId: string; language: Language },
  config: OperatorConfig,
  now: Date,
): Promise<void> {
  const versions = currentTerms(config);
  await db
    .insertInto("accepted_terms")
    .values({ user_id: userId, ...versions, language, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("users")
    .set({ accepted_terms: termsKey(versions) })
    .where("id", "=", userId)
    .execute();
}

/** Newest first. */
export const listAcceptedTerms = (db: Database, userId: string) =>
  db
    .selectFrom("accepted_terms")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("accepted_at", "desc")
    .orderBy("terms", "desc")
    .orderBy("privacy", "desc")
    .execute();

/** Somebody else may have accepted them. */
export async function deleteAcceptedTerms(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("accepted_terms").where("user_id", "=", userId).execute();
  await db.updateTable("users").set({ accepted_terms: null }).where("id", "=", userId).execute();
}
