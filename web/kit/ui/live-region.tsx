/** Announces changes away from the focus to screen readers: moves, selections, changes by others. */
import { type ObservableValue, createObservableValue, useObservableValue } from "#web/kit/render/observable-value.ts";

const latestAnnouncement: ObservableValue<string> = createObservableValue("");

/** Says a sentence politely, after what is being read; the same one twice in a row is said twice. */
export function announce(sentence: string): void {
  // A region tells only what is new to it: a space that is not heard makes it so.
  latestAnnouncement.set(latestAnnouncement.get() === sentence ? `${sentence}\u00A0` : sentence);
}

/** The page's one live region. */
export const LiveRegion = () => (
  <p className="sr-only" role="status" aria-live="polite">
    {useObservableValue(latestAnnouncement)}
  </p>
);
