/** Titles of bookings: hidden with the customer from other members, and said another way to a customer whose name they are. */
import { sql, type Expression } from "kysely";
import type { Event } from "#contract/events.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { Language } from "#messages/translator.ts";
import { typeLabels } from "./column-map.ts";

export interface CustomerColumns {
  customer_id: string | null;
  /** Account of the customer. */
  user_id: string | null;
}
export const hasCustomer = ({ customer_id }: CustomerColumns): boolean => customer_id !== null;

/** Whether the reader may read the title that was typed: it names people as a rule. */
export const isTitleShown = (row: CustomerColumns, userId: string): boolean =>
  row.user_id === userId || !hasCustomer(row);

export const isTitleShownTo = (userId: string) =>
  sql<boolean>`(events.user_id = ${userId} or events.customer_id is null)`;

/** Stands in place of the title: `Padel · Game`. */
export const titleForOthers = (sport: string | null, type: Event["type"], language: Language): string =>
  [sport, translators[language](typeLabels[type])].filter(Boolean).join(" · ");

export const ownTitleColumns = ["sports.name_en as sport_name_en", "sports.name_fr as sport_name_fr"] as const;

interface TitledByDesk {
  name: string;
  customer_name: string | null;
  sport_name_en: string | null;
  sport_name_fr: string | null;
  field_name: string;
}
export type OwnTitle = Readonly<Record<Language, string>>;

/** The desk titles a booking by its customer, which tells the customer nothing. */
export const isNamedByCustomer = ({ name, customer_name }: Pick<TitledByDesk, "name" | "customer_name">): boolean =>
  name === customer_name;

/** The title to its customer of a booking that bears their own name: its sport, else its field; undefined for others. */
export const ownTitleOf = (row: TitledByDesk): OwnTitle | undefined =>
  isNamedByCustomer(row)
    ? { en: row.sport_name_en ?? row.field_name, fr: row.sport_name_fr ?? row.field_name }
    : undefined;

/** As its customer reads it. */
export const titleToCustomer = (
  { name, ownTitle }: { name: string; ownTitle?: OwnTitle | null | undefined },
  language: Language,
): string => ownTitle?.[language] ?? name;

/**
 * Name of the customer as other members may read it: if the event is public, the organization shows bookings, and the
 * person agrees in a membership that is active. A walk-in cannot agree.
 */
export const nameForOthers = (organizationId: Expression<string>) => sql<string | null>`(
  select users.first_name || ' ' ||
    case memberships.listed when 'full' then users.last_name else left(users.last_name, 1) || '.' end
  from memberships
  join users on users.id = memberships.user_id
  join organizations as host on host.id = memberships.organization_id
  where memberships.organization_id = ${organizationId} and memberships.user_id = events.user_id
    and memberships.active and memberships.listed <> 'no' and users.active
    and host.booking_privacy = 'public' and events.confidentiality = 'public'
)`;
