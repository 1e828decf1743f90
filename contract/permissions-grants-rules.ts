/** Grants: days on which the memberships (subscriptions) of somebody hold, and what they give on them. Pure. Dates are local. */

/** Named hours of the week, as they were agreed. */
interface GrantedHours {
  weekdays: readonly number[];
  /** Wall times; an `end` at or before `start` is on the next day. */
  start: string;
  end: string;
  fromDate: string | null;
  toDate: string | null;
}

export interface GrantedDiscount {
  percent: number;
  /** None: all. */
  fieldIds: readonly string[];
  /** One of them has to contain the start; none: always. */
  windows: readonly GrantedHours[];
}

/** A span of days of one membership. */
export interface Grant {
  /** The membership's. */
  name: string;
  /** Both included. */
  from: string;
  to: string;
  /** It holds only once it has begun: the membership may yet be renewed, or not. */
  isGrace: boolean;
  /** The organization's. */
  timezone: string;
  roleId: number | null;
  discounts: readonly GrantedDiscount[];
  /** Booking rules, each as a category has it. */
  rules: Readonly<Record<string, unknown>> | null;
}

/** Categories of somebody for good, and what their memberships grant. */
export interface Privileges {
  roleIds: readonly number[];
  grants: readonly Grant[];
}

export const noPrivileges: Privileges = { roleIds: [], grants: [] };

const dateIn = (timezone: string, now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString();

/** Leaves out grace that has not begun. */
export const listStartedGrants = (grants: readonly Grant[] | undefined, now: Date): Grant[] =>
  (grants ?? []).filter(({ isGrace, from, timezone }) => !isGrace || from <= dateIn(timezone, now));

/** @param grants that have begun */
export const grantsOn = (grants: readonly Grant[], date: string): Grant[] =>
  grants.filter(({ from, to }) => from <= date && date <= to);

/** Grants that hold today, and on a local date as well. */
export const grantsNow = (grants: readonly Grant[] | undefined, now: Date, date?: string): Grant[] =>
  (grants ?? []).filter(({ from, to, timezone }) => {
    const today = dateIn(timezone, now);
    return [today, date ?? today].every((day) => from <= day && day <= to);
  });

/** The categories for good, and those that memberships grant. */
export const addGrantedRoles = (roleIds: readonly number[], grants: readonly Grant[]): number[] => [
  ...new Set([...roleIds, ...grants.flatMap(({ roleId }) => roleId ?? [])]),
];

/** Roles whose prices hold on a date: the category for good, and those of memberships. */
export const rolesOn = ({ roleIds, grants }: Privileges, date: string): number[] =>
  addGrantedRoles(roleIds, grantsOn(grants, date));

export const rolesNow = ({ roleIds, grants }: Privileges, now: Date): number[] =>
  addGrantedRoles(roleIds, grantsNow(grants, now));
