/** Addresses of other sites about a booking: the route to it, and calendars that add it. */
import type { Booking } from "#contract/bookings.ts";

interface CalendarDetails {
  booking: Pick<Booking, "startTime" | "endTime" | "field" | "facility">;
  title: string;
}

const placeOf = ({ field, facility }: CalendarDetails["booking"]) =>
  [field.name, facility.name, facility.address].filter(Boolean).join(", ");

/** `2026-11-25T18:00:00.000Z` as `20261125T180000Z`. */
const compact = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, "");

export function googleCalendarUrl({ booking, title }: CalendarDetails): string {
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: `${compact(booking.startTime)}/${compact(booking.endTime)}`,
    location: placeOf(booking),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

export function outlookCalendarUrl({ booking, title }: CalendarDetails): string {
  const query = new URLSearchParams({
    ...{ path: "/calendar/action/compose", rru: "addevent", subject: title },
    ...{ startdt: booking.startTime, enddt: booking.endTime, location: placeOf(booking) },
  });
  return `https://outlook.live.com/calendar/0/action/compose?${query}`;
}

/** Android opens its map for a `geo:` address. */
export function routeUrl({ name, address, latitude, longitude }: Booking["facility"]): string {
  const text = encodeURIComponent(address ?? name);
  if (latitude === null || longitude === null) return `https://www.openstreetmap.org/search?query=${text}`;
  const place = `${latitude},${longitude}`;
  if (/android/i.test(navigator.userAgent)) return `geo:${place}?q=${place}(${encodeURIComponent(name)})`;
  return `https://www.openstreetmap.org/directions?to=${place}`;
}
