/** A booking that another page asks the planning to open, filled in: the free slot that somebody has chosen in the search. */
import { onSessionClear } from "#web/kit/data/session.ts";
import { createObservableValue } from "#web/kit/render/observable-value.ts";
import type { ChosenCustomer } from "#web/kit/ui/search-opener.ts";
import type { BookingPlace } from "./quick-draft.ts";

export interface RequestedBooking extends BookingPlace {
  organizationId: string;
  /** Minutes. */
  duration: number;
  customer?: ChosenCustomer | undefined;
}

/** Undefined once the planning has opened it. */
export const requestedBooking = createObservableValue<RequestedBooking | undefined>(undefined);
onSessionClear(() => requestedBooking.set(undefined));
