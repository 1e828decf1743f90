/** Says in sentences what memberships and packs on sale are, for those who buy them. */
import type { SubscriptionType } from "#contract/subscriptions.ts";
import type { TermOffer } from "#contract/subscriptions-rules.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { roleName } from "#server/members/roles.ts";
import type { StoredTerms as PackTerms } from "#server/packs/queries.ts";
import { listSports } from "#server/sports/queries.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import { describeGrants } from "#server/subscriptions/describe-grants.ts";
import { copyTerms } from "#server/subscriptions/terms.ts";

export interface WordsContext {
  db: Database;
  organizationId: string;
  language: Language;
  t: Translate;
}

export const sayDate = (language: Language, local: string): string =>
  dateFormats(language, "UTC").date(`${local}T12:00:00Z`);

export async function describeSubscription(
  context: WordsContext,
  type: SubscriptionType,
  term: TermOffer,
): Promise<string[]> {
  const { db, organizationId, t, language } = context;
  const [grants = []] = await describeGrants(db, [{ organizationId, terms: await copyTerms(context, type) }], t);
  const { termKind, termLength, renewal, noticeDays, freezeMaxDays } = type;
  const length = termLength ?? 0;
  return [
    termKind === "season"
      ? t("orders.seasonUntil", { date: sayDate(language, term.to) })
      : t(termKind === "months" ? "orders.lastsMonths" : "orders.lastsDays", { count: length }),
    ...grants,
    renewal === "none" ? t("orders.endsByItself") : t("orders.renews", { days: noticeDays }),
    ...(freezeMaxDays > 0 ? [t("orders.canFreeze", { count: freezeMaxDays })] : []),
  ];
}

async function listFieldNames({ db, organizationId }: WordsContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("fields")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

async function listCategoryNames({ db, organizationId, t }: WordsContext, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("roles")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .orderBy("id")
    .execute();
  return rows.map((row) => roleName(row, t));
}

type DescribedPack = Pick<
  PackTerms,
  | "unit"
  | "units"
  | "minutesPerUnit"
  | "per"
  | "validDays"
  | "validUntil"
  | "starts"
  | "online"
  | "fieldIds"
  | "sportIds"
  | "windowIds"
  | "roleIds"
  | "maxPerDay"
  | "maxPerWeek"
  | "maxUpcoming"
>;

export async function describePack(context: WordsContext, terms: DescribedPack): Promise<string[]> {
  const { db, organizationId, t, language } = context;
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
  const fields = await listFieldNames(context, terms.fieldIds);
  const sports =
    terms.sportIds.length === 0
      ? []
      : (await listSports(db, language)).filter(({ id }) => terms.sportIds.includes(id)).map(({ name }) => name);
  const windows =
    terms.windowIds.length === 0
      ? []
      : (await listTimeWindows(db, organizationId))
          .filter(({ id }) => terms.windowIds.includes(id))
          .map(({ name }) => name);
  const categories = await listCategoryNames(context, terms.roleIds);
  const { units: count, minutesPerUnit, validDays, validUntil, maxPerDay, maxPerWeek, maxUpcoming } = terms;
  return [
    terms.unit === "minutes"
      ? t("orders.packMinutes", { count })
      : t("orders.packVisits", { count, minutes: minutesPerUnit ?? 0 }),
    ...(terms.per === "person" ? [t("orders.packPerPerson")] : []),
    ...(validUntil === null ? [] : [t("orders.packUntil", { date: sayDate(language, validUntil) })]),
    ...(validDays === null
      ? []
      : [
          t(terms.starts === "purchase" ? "orders.packDaysFromPurchase" : "orders.packDaysFromUse", {
            count: validDays,
          }),
        ]),
    ...(fields.length > 0 ? [t("orders.packFields", { names: list(fields) })] : []),
    ...(sports.length > 0 ? [t("orders.packSports", { names: list(sports) })] : []),
    ...(windows.length > 0 ? [t("orders.packWindows", { names: list(windows) })] : []),
    ...(categories.length > 0 ? [t("orders.packCategories", { names: list(categories) })] : []),
    ...(maxPerDay === null ? [] : [t("orders.packPerDay", { count: maxPerDay })]),
    ...(maxPerWeek === null ? [] : [t("orders.packPerWeek", { count: maxPerWeek })]),
    ...(maxUpcoming === null ? [] : [t("orders.packUpcoming", { count: maxUpcoming })]),
    ...(terms.online ? [] : [t("orders.packTeamBooks")]),
  ];
}
