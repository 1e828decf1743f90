import type { Event } from "#contract/events.ts";

/** A booking in its owner's name is told apart by its sport or its field. */
export const ownBookingTitle = (
  { name, sport, field }: Pick<Event, "name"> & { sport?: { name: string } | null; field: { name: string } },
  ownerName: string,
): string => (name === ownerName ? (sport?.name ?? field.name) : name);
