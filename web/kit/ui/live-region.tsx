/** Announces changes to screen readers (aria-live). */
import { type ObservableValue, createObservableValue, useObservableValue } from "#web/kit/render/observable-value.ts";

const latestAnnouncement: ObservableValue<string> = createObservableValue("");

/** Waits for the current speech; announces also a repeated sentence. */
export function announce(sentence: string): void {
  // Screen readers announce only changes, so an invisible space makes the text differ.
  latestAnnouncement.set(latestAnnouncement.get() === sentence ? `${sentence}\u00A0` : sentence);
}

export const LiveRegion = () => (
  <p className="sr-only" role="status" aria-live="polite">
    {useObservableValue(latestAnnouncement)}
  </p>
);
