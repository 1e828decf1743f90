/** Opens the wizard of a block over bookings, and shows on the grid what it would do. */
import { lazy, useEffect, useMemo } from "react";
import type { PlanningField } from "#contract/planning.ts";
import type { BlockPreview } from "#web/blocks/new-block.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useObservableValue } from "#web/kit/render/observable-value.ts";
import type { Board } from "#web/planning/grid/board.ts";
import type { GridDraft } from "#web/planning/grid/geometry.ts";
import type { BookingStore } from "./booking-store.ts";
import { toGridDraft } from "./placement.ts";

const loadWizard = () => import("#web/blocks/block-wizard.tsx");
const BlockWizard = lazy(async () => ({ default: (await loadWizard()).BlockWizard }));

const minutesOf = ({ startTime, endTime }: BlockPreview["places"][number]) =>
  (Date.parse(endTime) - Date.parse(startTime)) / 60_000;

function listBlockDrafts(board: Board, { places, events }: BlockPreview): GridDraft[] {
  const blocked = places.flatMap(
    (place, index) =>
      toGridDraft(board, { id: `block-${index}`, state: "blocked" }, { places: [place], duration: minutesOf(place) }) ??
      [],
  );
  const moved = events.flatMap(
    ({ id, name, target, minutes }) =>
      (target &&
        toGridDraft(board, { id: `move-${id}`, state: "moved", name }, { places: [target], duration: minutes })) ??
      [],
  );
  return [...blocked, ...moved];
}

/** Drafts of the blocked fields, and of the new places of what moves. */
export function useBlockDrafts(store: BookingStore, board: Board): readonly GridDraft[] {
  const preview = useObservableValue(store.blockPreview);
  return useMemo(() => (preview ? listBlockDrafts(board, preview) : []), [board, preview]);
}

/** Marks the elements outside of React, so that no lane renders. */
function useMarkedEvents(preview: BlockPreview | undefined): void {
  useEffect(() => {
    const marked = (preview?.events ?? []).flatMap(({ id, action }) =>
      [...document.querySelectorAll(`[data-item^="${CSS.escape(id)}"]`)].map((element) => ({ element, action })),
    );
    for (const { element, action } of marked) element.setAttribute("data-outcome", action);
    return () => {
      for (const { element } of marked) element.removeAttribute("data-outcome");
    };
  }, [preview]);
}

interface BlockHostProps {
  store: BookingStore;
  board: Board;
  /** Includes fields that are not shown. */
  fields: readonly PlanningField[];
}

export function BlockHost({ store, board, fields }: BlockHostProps) {
  const open = useObservableValue(store.openBlock);
  useMarkedEvents(useObservableValue(store.blockPreview));
  if (!open) return null;
  const timezone = fields.find(({ id }) => id === open.start.places[0]?.fieldId)?.timezone ?? board.timezone;
  const close = () => store.closeBlock();
  return (
    <LazyPart load={loadWizard} onFailed={close}>
      <BlockWizard
        start={open.start}
        timezone={timezone}
        fields={fields.filter(({ status }) => status === "open").map(({ id, name }) => ({ value: id, label: name }))}
        onPreview={store.blockPreview.set}
        onClose={close}
        onBack={() => {
          close();
          store.open(open.back, fields);
        }}
      />
    </LazyPart>
  );
}
