/** Pages that can be read without a network, as far as they are kept. */
export const BOOKING_PATH = "/organizations/$organizationId/bookings/$eventId";
export const PLANNING_PATH = "/organizations/$organizationId/planning";
/** Lead to one's own bookings then. */
export const ownPaths: readonly string[] = ["/my-bookings", "/overview", "/find", "/auth/logout", "/"];
export const keptPaths: readonly string[] = [BOOKING_PATH, PLANNING_PATH, "/my-bookings", "/auth/logout"];
