import { isTeamMember, type Scope } from "#web/kit/data/scope.ts";

/** Booking begins here: with the finder for members, with the form for the team. */
export const bookingPath = (scope: Scope): string => scope.path(isTeamMember(scope) ? "/events/create" : "/find");
