/** Opens the booking that another page has asked for, once the day with its field is there. */
import { useEffect, useEffectEvent } from "react";
import type { PlanningField } from "#contract/planning.ts";
import { toWallClock } from "#web/availability/slots.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useObservableValue } from "#web/kit/render/observable-value.ts";
import type { BookingStore } from "./booking-store.ts";
import { blankBooking } from "./booking-columns.ts";
import { requestedBooking, type RequestedBooking } from "./requested-booking.ts";

interface ShownDays {
  fields: readonly PlanningField[];
  /** Local dates. */
  dates: readonly string[];
  isStale: boolean;
}

export function useRequestedBooking(store: BookingStore, { fields, dates, isStale }: ShownDays): void {
  const { organizationId } = useScope();
  const request = useObservableValue(requestedBooking);
  const open = useEffectEvent(({ fieldId, startTime, duration, customer }: RequestedBooking) => {
    requestedBooking.set(undefined);
    const initialValues = customer && {
      customer: { ...blankBooking().customer, customerId: customer.id, name: customer.name, email: customer.email },
    };
    store.open(
      {
        kind: "event",
        duration,
        places: [{ fieldId, startTime }],
        hasChosenLength: true,
        ...(initialValues && { initialValues }),
      },
      fields,
    );
    // The panel stands beside the drawn booking.
    const id = store.openBooking()?.id;
    requestAnimationFrame(() =>
      document.querySelector(`[data-draft="${id}"]`)?.scrollIntoView({ block: "center", inline: "center" }),
    );
  });
  const field = fields.find(({ id }) => id === request?.fieldId);
  const isThere =
    request !== undefined &&
    request.organizationId === organizationId &&
    !isStale &&
    field !== undefined &&
    dates.includes(toWallClock(request.startTime, field.timezone).date);
  useEffect(() => {
    if (request && isThere) open(request);
  }, [request, isThere]);
}
