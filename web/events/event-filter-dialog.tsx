/** All filters of the list of events; on phones a sheet from below. */
import { type ReactNode, useId } from "react";
import { attendances, eventStatuses, eventTypes } from "#contract/events.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import { DatesChoice } from "./dates-choice.tsx";
import {
  paymentFilterOf,
  paymentOptionLabels,
  paymentOptionOf,
  paymentOptions,
  useEventFilters,
} from "./event-filters.tsx";
import { useEventCount } from "./event-sums.tsx";
import { attendanceLabels, statusLabels, typeLabels } from "./labels.ts";
import { FacilityFilter, FieldFilter } from "./place-filters.tsx";

interface EventFilterDialogProps {
  isWithin: boolean;
  isTeam: boolean;
  onReset: () => void;
  onClose: () => void;
}

export function EventFilterDialog({ isWithin, isTeam, onReset, onClose }: EventFilterDialogProps) {
  const t = useTranslation();
  const filters = useEventFilters();
  const set = useSetFilters();
  const sports = useSportOptions();
  const count = useEventCount();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("kit.filters")}
      footer={
        <>
          <Button className="mr-auto" onClick={onReset}>
            {t("kit.reset")}
          </Button>
          <Button variant="primary" className="max-sm:flex-1" onClick={onClose}>
            {count === undefined ? t("events.showFound") : t("events.showCount", { count })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <Part title={t("events.dates")}>
          <DatesChoice />
        </Part>
        {!isWithin && (
          <Part title={t("events.where")}>
            <div className="grid gap-2 sm:grid-cols-2">
              <FacilityFilter value={filters.facilityId} />
              <FieldFilter value={filters.fieldId} facilityId={filters.facilityId} />
            </div>
          </Part>
        )}
        <Chips
          title={t("events.sport")}
          value={filters.sportId === undefined ? undefined : String(filters.sportId)}
          options={sports.map(({ value, label }) => ({ value: String(value), label }))}
          onChoose={(sportId) => set({ sportId })}
        />
        {isTeam && (
          <Chips
            title={t("events.payment")}
            value={paymentOptionOf(filters)}
            options={paymentOptions.map((value) => ({ value, label: t(paymentOptionLabels[value]) }))}
            onChoose={(option) => set(paymentFilterOf(option))}
          />
        )}
        <Chips
          title={t("events.status")}
          value={filters.status}
          options={eventStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
          onChoose={(status) => set({ status })}
        />
        {isTeam && (
          <Chips
            title={t("events.attendance")}
            value={filters.attendance}
            options={attendances.map((value) => ({ value, label: t(attendanceLabels[value]) }))}
            onChoose={(attendance) => set({ attendance })}
          />
        )}
        <Chips
          title={t("events.type")}
          value={filters.type}
          options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
          onChoose={(type) => set({ type })}
        />
        <Chips
          title={t("events.whose")}
          value={filters.mine}
          options={[{ value: "true", label: t("events.onlyMine") }]}
          onChoose={(mine) => set({ mine })}
        />
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1.5">
      <h3 id={id} className="text-13 font-medium">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface ChipsProps<V extends string> {
  title: string;
  value: V | undefined;
  options: readonly { value: V; label: string }[];
  /** Undefined when the chosen one is pressed again. */
  onChoose: (value: V | undefined) => void;
}

function Chips<V extends string>({ title, value, options, onChoose }: ChipsProps<V>) {
  return (
    <Part title={title}>
      <div className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
        {options.map((option) => (
          <Button
            key={option.value}
            size="sm"
            aria-pressed={option.value === value}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:h-10"
            onClick={() => onChoose(option.value === value ? undefined : option.value)}
          >
            {option.label}
          </Button>
        ))}
      </div>
    </Part>
  );
}
