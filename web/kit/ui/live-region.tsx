/** Announces changes away from the focus to screen readers: moves, selections, changes by others. */
import { type ObservableValue, createObservableValue, useObservableValue } from "#web/kit/render/observable-value.ts";

const latestAnnouncement: ObservableValue<string> = createObservableValue("");

/** Announces a sentence politely, after what is being read; a repeated one is announced again. */
export function announce(sentence: string): void {
  // A region announces changes only: an inaudible space makes the text differ.
  latestAnnouncement.set(latestAnnouncement.get() === sentence ? `${sentence}\u00A0` : sentence);
}

export const LiveRegion = () => (
  <p className="sr-only" role="status" aria-live="polite">
    {useObservableValue(latestAnnouncement)}
  </p>
);
