/** Whether the person may book in an organization. */
import { isTeamMember, type Scope } from "#web/kit/data/scope.ts";

/** Whether the reader may book at all: team with the permission, or member. The server decides on which fields. */
export const canBook = ({ isPlatform, can, membership }: Scope): boolean =>
  !isPlatform && (can("events.create") || (membership?.roles.some(({ type }) => type === "member") ?? false));

/** Booking begins here: with the finder for members, with the form for the team. */
export const bookingPath = (scope: Scope): string => scope.path(isTeamMember(scope) ? "/events/create" : "/find");
