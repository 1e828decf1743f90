import { lazy, useRef } from "react";
import type { PlanningField } from "#contract/planning.ts";
import { loadOnce } from "#web/kit/render/load-once.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import type { Board } from "#web/planning/grid/board.ts";
import { type BookingStore, type QuickBooking, useBookings } from "./booking-store.ts";
import { KeepEarlyKeys, TypeEarlyKeys } from "./early-keys.tsx";

const loadForm = loadOnce(() => import("./quick-booking-form.tsx"));
const QuickBookingForm = lazy(async () => ({ default: (await loadForm()).QuickBookingForm }));
export const preloadQuickBooking = (): void => void loadForm().catch(() => {});

interface QuickBookingPopoversProps {
  store: BookingStore;
  board: Board;
  fields: readonly PlanningField[];
}

export const QuickBookingPopovers = ({ store, ...rest }: QuickBookingPopoversProps) =>
  useBookings(store).map((booking) => <QuickBookingPopover key={booking.id} {...{ booking, store, ...rest }} />);

function QuickBookingPopover(props: QuickBookingPopoversProps & { booking: QuickBooking }) {
  const { booking, store } = props;
  const typedRef = useRef("");
  return (
    <LazyPart load={loadForm} onFailed={() => store.close(booking.id)} fallback={<KeepEarlyKeys typedRef={typedRef} />}>
      <QuickBookingForm {...props} />
      <TypeEarlyKeys typedRef={typedRef} />
    </LazyPart>
  );
}
