/** Pages that can be read without a network, as far as they are kept. */
export const BOOKING_PATH = "/organizations/$organizationId/bookings/$eventId";
export const GAME_PATH = "/my-bookings/$participantId";
export const PLANNING_PATH = "/organizations/$organizationId/planning";
/** Lead to one's own bookings then. */
/** It signs out without a network too. */
export const LOGOUT_PATH = "/auth/logout";
export const ownPaths: readonly string[] = ["/my-bookings", "/overview", "/find", "/"];
export const keptPaths: readonly string[] = [BOOKING_PATH, GAME_PATH, PLANNING_PATH, "/my-bookings", LOGOUT_PATH];
