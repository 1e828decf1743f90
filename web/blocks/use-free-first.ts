/** Puts the fields that are free at the time of a move before the others. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { availability } from "#contract/availability.ts";
import type { BlockedEvent } from "#contract/blocks.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { SelectOption } from "#web/kit/ui/select.tsx";
import type { BlockTarget } from "./block-drafts.ts";
import type { NewBlock } from "./new-block.ts";

interface FreeFirst {
  event: BlockedEvent;
  target: BlockTarget;
  /** Times that are being blocked count as taken. */
  places: NewBlock["places"];
  fields: readonly SelectOption<string>[];
  /** The local date and time of the target. */
  wall: { date: string; time: string };
  isOpen: boolean;
}

const isBlocked = (places: NewBlock["places"], fieldId: string, start: number, end: number) =>
  places.some(
    (place) => place.fieldId === fieldId && Date.parse(place.startTime) < end && start < Date.parse(place.endTime),
  );

export function useFreeFirst({ event, target, places, fields, wall, isOpen }: FreeFirst): SelectOption<string>[] {
  const t = useTranslation();
  const { organizationId } = useScope();
  const start = Date.parse(target.startTime);
  const length = Date.parse(event.endTime) - Date.parse(event.startTime);
  const query = { ...wall, duration: length / 60_000, facilityId: event.facility.id, eventId: event.id };
  const { data } = useQuery({
    ...endpointQuery(availability.slots, { params: { organizationId }, query }, { quiet: true }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const free = new Set(
    (data?.data.near ?? [])
      .filter(({ startTime }) => Date.parse(startTime) === start)
      .flatMap((found) => found.fields.map(({ id }) => id))
      .filter((fieldId) => !isBlocked(places, fieldId, start, start + length)),
  );
  if (free.size === 0) return [...fields];
  const inGroup = (isFree: boolean, group: string) =>
    fields.filter(({ value }) => free.has(value) === isFree).map((field) => ({ ...field, group }));
  return [...inGroup(true, t("blocks.freeThen")), ...inGroup(false, t("blocks.otherFields"))];
}
