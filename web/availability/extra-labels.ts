import type { ExtraPer } from "#contract/extras.ts";
import type { MessageKey } from "#messages/keys.ts";

export const extraPerLabels = {
  booking: "extras.perBooking",
  person: "extras.perPerson",
  hour: "extras.perHour",
  piece: "extras.perPiece",
} as const satisfies Record<ExtraPer, MessageKey>;
