import { lazy } from "react";
import type { PlanningField } from "#contract/planning.ts";
import { loadOnce } from "#web/kit/render/load-once.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import type { Board } from "#web/planning/grid/board.ts";
import { type BookingStore, useBookings } from "./booking-store.ts";

const loadForm = loadOnce(() => import("./quick-booking-form.tsx"));
const QuickBookingForm = lazy(async () => ({ default: (await loadForm()).QuickBookingForm }));
export const preloadQuickBooking = (): void => void loadForm().catch(() => {});

interface QuickBookingPopoversProps {
  store: BookingStore;
  board: Board;
  fields: readonly PlanningField[];
}

export const QuickBookingPopovers = ({ store, ...rest }: QuickBookingPopoversProps) =>
  useBookings(store).map((booking) => (
    <LazyPart key={booking.id} load={loadForm} onFailed={() => store.close(booking.id)}>
      <QuickBookingForm {...{ booking, store, ...rest }} />
    </LazyPart>
  ));
