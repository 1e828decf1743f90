/** Picker of a free time slot: facility, field, day, start, duration. */
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarX2 } from "lucide-react";
import { availability } from "#contract/availability.ts";
import type { QueryDraft } from "#contract/kit.ts";
import { type Field, fields } from "#contract/fields.ts";
import type { FieldObstacle } from "#contract/fields-obstacles-rules.ts";
import type { MessageKey } from "#messages/keys.ts";
import { FieldObstacles, ObstaclesByReason } from "#web/fields/field-obstacles.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Photo } from "#web/kit/ui/photo.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SlotChip } from "./slot-chip.tsx";
import { sortFreeFirst, type AvailableField, pickOption, type SlotStart } from "./slots.ts";

export function useAvailability(query: QueryDraft<typeof availability.read>, enabled = true) {
  const { organizationId } = useScope();
  return useQuery({
    ...endpointQuery(availability.read, { params: { organizationId }, query }),
    placeholderData: keepPreviousData,
    // Other people book meanwhile.
    staleTime: 0,
    enabled,
  });
}

/** Fields of a facility, or of all, that the reader may see. */
export function useFieldsQuery(facilityId: string | undefined) {
  const { organizationId } = useScope();
  const query = { facilityId, per_page: 100 };
  return useQuery(endpointQuery(fields.list, { params: { organizationId }, query }, { quiet: true }));
}
export const useFacilityFields = (facilityId: string | undefined): readonly Field[] =>
  useFieldsQuery(facilityId).data?.data ?? [];

interface SlotPickerProps {
  day: Pick<ReturnType<typeof useAvailability>, "data" | "error" | "isPlaceholderData" | "refetch">;
  known: readonly Field[];
  chosen: { fieldId: string; startTime: string };
  /** Wanted minutes: each time shows the price for them if it is available. */
  duration: number;
  onChoose: (field: AvailableField, start: SlotStart) => void;
  onNextDay: () => void;
}

export function SlotPicker({ day, known, chosen, duration, onChoose, onNextDay }: SlotPickerProps) {
  const t = useTranslation();
  if (day.error) return <ErrorState error={day.error} onRetry={day.refetch} />;
  const offered = day.data?.data.fields;
  if (!offered) return <PickerSkeleton />;
  const isFull = offered.every(({ starts }) => starts.length === 0);
  if (isFull)
    return (
      <div className="rounded-xl border border-line" aria-busy={day.isPlaceholderData}>
        <EmptyState
          icon={CalendarX2}
          title={t("events.slotTaken")}
          action={<Button onClick={onNextDay}>{t("availability.nextDay")}</Button>}
        >
          {offered.some(({ obstacles = [] }) => obstacles.length > 0) ? (
            <ObstaclesByReason fields={offered.map(({ field, obstacles }) => ({ ...field, obstacles }))} />
          ) : (
            t("availability.noneHint")
          )}
        </EmptyState>
      </div>
    );
  return (
    <ul
      aria-label={t("availability.freeTimes")}
      aria-busy={day.isPlaceholderData}
      // The former day is still shown: its times must not be chosen.
      inert={day.isPlaceholderData}
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity", day.isPlaceholderData && "opacity-60")}
    >
      {sortFreeFirst(offered).map((field) => (
        <FieldSlots
          key={field.field.id}
          offered={field}
          known={known.find(({ id }) => id === field.field.id)}
          withFacility={new Set(offered.map(({ facility }) => facility.id)).size > 1}
          chosen={chosen.fieldId === field.field.id ? chosen.startTime : ""}
          duration={duration}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

interface FieldSlotsProps extends Pick<SlotPickerProps, "duration" | "onChoose"> {
  offered: AvailableField;
  known: Field | undefined;
  withFacility: boolean;
  chosen: string;
}

function FieldSlots({ offered, known, withFacility, chosen, duration, onChoose }: FieldSlotsProps) {
  const t = useTranslation();
  const currency = useOrganizationCurrency();
  const { field, facility, timezone, starts, obstacles = [] } = offered;
  const sports = known?.sports.map(({ name }) => name).join(", ");
  return (
    <li className="overflow-hidden rounded-xl border border-line">
      <div className="flex items-center gap-3 px-3 pt-3">
        <Photo
          image={known?.image}
          sport={known?.sports[0]?.name}
          sizes="3rem"
          className="h-9 w-13 shrink-0 rounded-md"
        />
        <div className="min-w-0">
          <h2 className="truncate text-sm font-medium" title={field.name}>
            {field.name}
          </h2>
          <p className="truncate text-xs text-ink-3">{withFacility ? facility.name : sports}</p>
        </div>
      </div>
      {starts.length === 0 ? (
        <div className="px-3 pt-2 pb-3">
          <NoSlots fieldId={field.id} obstacles={obstacles} otherwise="events.slotTaken" />
        </div>
      ) : (
        <div
          role="group"
          aria-label={t("availability.timesOf", { name: field.name })}
          className="flex gap-1.5 overflow-x-auto px-3 pt-2.5 pb-3 sm:flex-wrap"
        >
          {starts.map((start) => (
            <SlotChip
              key={start.startTime}
              startTime={start.startTime}
              timezone={timezone}
              price={pickOption(start.options, { duration, priceType: undefined })?.price}
              currency={currency}
              isChosen={chosen !== "" && Date.parse(chosen) === Date.parse(start.startTime)}
              onChoose={() => onChoose(offered, start)}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface NoSlotsProps {
  fieldId: string;
  obstacles: readonly FieldObstacle[];
  /** Without an obstacle, the times are taken. */
  otherwise: MessageKey;
}

export function NoSlots({ fieldId, obstacles, otherwise }: NoSlotsProps) {
  const t = useTranslation();
  if (obstacles.length > 0) return <FieldObstacles {...{ fieldId, obstacles }} />;
  return <p className="text-13 text-ink-3">{t(otherwise)}</p>;
}

/** As long as a screen: what follows the times would move when they are longer. */
const PickerSkeleton = () => (
  <ul className="grid gap-3" aria-busy>
    {Array.from({ length: 6 }, (_, index) => (
      <li key={index} className="rounded-xl border border-line p-3" aria-hidden>
        <Skeleton className="h-9 w-40" />
        <Skeleton className="mt-2.5 h-10 w-full" />
      </li>
    ))}
  </ul>
);
