/** What opens beside the grid and above it, each loaded when it is first wanted: the grid itself comes first. */
import { type ComponentProps, lazy, useState } from "react";
import { useLiveLater } from "#web/kit/later.ts";
import { useLiveValue } from "#web/kit/live-value.ts";
import { unsaved } from "#web/kit/unsaved.ts";
import { WhenLoaded } from "#web/kit/when-loaded.tsx";
import type { Opened } from "#web/looking/opened.tsx";

const loadPanel = () => import("#web/panel/event-panel.tsx");
const loadCancel = () => import("#web/choosing/cancel-one.tsx");
const loadPay = () => import("#web/panel/pay-one.tsx");
const loadBar = () => import("#web/choosing/bulk-bar.tsx");
const loadMove = () => import("#web/moving/move-bar.tsx");
const loadList = () => import("./agenda.tsx");
const loadFind = () => import("./find-box.tsx");
const Panel = lazy(async () => ({ default: (await loadPanel()).EventPanel }));
const Cancel = lazy(async () => ({ default: (await loadCancel()).CancelOne }));
const Pay = lazy(async () => ({ default: (await loadPay()).PayOne }));
const Bar = lazy(async () => ({ default: (await loadBar()).BulkBar }));
const Move = lazy(async () => ({ default: (await loadMove()).MoveBar }));
const List = lazy(async () => ({ default: (await loadList()).Agenda }));
const Find = lazy(async () => ({ default: (await loadFind()).FindBox }));

/** Drawn after the event itself has been outlined, and gone at once; but what was typed there is not given up unasked. */
export function EventPanel({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const wanted = useLiveLater(opened);
  const [eventId, setShown] = useState(wanted);
  const isUnsaved = useLiveValue(unsaved);
  const isLeaving = wanted !== eventId;
  if (isLeaving && !isUnsaved) setShown(wanted);
  return eventId ? (
    <WhenLoaded key={eventId} load={loadPanel} onFailed={onClose}>
      <Panel {...{ eventId, onClose, isLeaving }} onStay={() => opened.set(eventId)} />
    </WhenLoaded>
  ) : null;
}

export const CancelOne = (props: ComponentProps<typeof Cancel>) => (
  <WhenLoaded load={loadCancel} onFailed={props.onClose}>
    <Cancel {...props} />
  </WhenLoaded>
);

export const PayOne = (props: ComponentProps<typeof Pay>) => (
  <WhenLoaded load={loadPay} onFailed={props.onClose}>
    <Pay {...props} />
  </WhenLoaded>
);

export function BulkBar(props: ComponentProps<typeof Bar>) {
  const { size } = useLiveValue(props.marks);
  const [isWanted, setWanted] = useState(false);
  // It stays: it says what became of those that were chosen.
  if (size > 0 && !isWanted) setWanted(true);
  return isWanted ? (
    <WhenLoaded load={loadBar}>
      <Bar {...props} />
    </WhenLoaded>
  ) : null;
}

export const MoveBar = (props: ComponentProps<typeof Move>) =>
  props.moves.question ? (
    <WhenLoaded load={loadMove}>
      <Move {...props} />
    </WhenLoaded>
  ) : null;

export const Agenda = (props: ComponentProps<typeof List>) => (
  <WhenLoaded load={loadList}>
    <List {...props} />
  </WhenLoaded>
);

export const FindBox = (props: ComponentProps<typeof Find>) =>
  props.open ? (
    <WhenLoaded load={loadFind} onFailed={() => props.onOpenChange(false)}>
      <Find {...props} />
    </WhenLoaded>
  ) : null;
