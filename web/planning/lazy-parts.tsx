/** Parts of the planning that are loaded on first use (code splitting). */
import { type ComponentProps, lazy, useDeferredValue, useState } from "react";
import { useObservableValue } from "#web/kit/render/observable-value.ts";
import { hasUnsavedChanges } from "./unsaved-changes.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import type { OpenEventId } from "./event-panel/open-event.tsx";

const loadPanel = () => import("./event-panel/event-panel.tsx");
const loadCancelDialog = () => import("./event-panel/cancel-event-by-id-dialog.tsx");
const loadBulkBar = () => import("./bulk-actions/bulk-actions-bar.tsx");
const loadMoveBar = () => import("./reschedule/move-bar.tsx");
const loadAgenda = () => import("./agenda.tsx");
const LazyEventPanel = lazy(async () => ({ default: (await loadPanel()).EventPanel }));
const LazyCancelDialog = lazy(async () => ({ default: (await loadCancelDialog()).CancelEventByIdDialog }));
const LazyBulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkActionsBar }));
const LazyMoveBar = lazy(async () => ({ default: (await loadMoveBar()).MoveBar }));
const LazyAgenda = lazy(async () => ({ default: (await loadAgenda()).Agenda }));

/** Renders after the outline of the event, and closes at once unless the form has unsaved changes. */
export function EventPanel({ opened, onClose }: { opened: OpenEventId; onClose: () => void }) {
  const current = useObservableValue(opened);
  const deferred = useDeferredValue(current);
  const wanted = current && deferred;
  const [eventId, setShown] = useState(wanted);
  const isUnsaved = useObservableValue(hasUnsavedChanges);
  const isLeaving = wanted !== eventId;
  if (isLeaving && !isUnsaved) setShown(wanted);
  return eventId ? (
    <LazyPart key={eventId} load={loadPanel} onFailed={onClose}>
      <LazyEventPanel {...{ eventId, onClose, isLeaving }} onStay={() => opened.set(eventId)} />
    </LazyPart>
  ) : null;
}

export const CancelEventByIdDialog = (props: ComponentProps<typeof LazyCancelDialog>) => (
  <LazyPart load={loadCancelDialog} onFailed={props.onClose}>
    <LazyCancelDialog {...props} />
  </LazyPart>
);

export function BulkActionsBar(props: ComponentProps<typeof LazyBulkBar>) {
  const { size } = useObservableValue(props.selectedItems);
  const [isWanted, setWanted] = useState(false);
  // Stays mounted without a selection, to show outcomes.
  if (size > 0 && !isWanted) setWanted(true);
  return isWanted ? (
    <LazyPart load={loadBulkBar}>
      <LazyBulkBar {...props} />
    </LazyPart>
  ) : null;
}

export const MoveBar = (props: ComponentProps<typeof LazyMoveBar>) =>
  props.moves.question ? (
    <LazyPart load={loadMoveBar}>
      <LazyMoveBar {...props} />
    </LazyPart>
  ) : null;

export const Agenda = (props: ComponentProps<typeof LazyAgenda>) => (
  <LazyPart load={loadAgenda}>
    <LazyAgenda {...props} />
  </LazyPart>
);
