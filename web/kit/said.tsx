/** What changes without the focus going there is said to those who listen: moves, selections, what others do. */
import { type LiveValue, liveValue, useLiveValue } from "./live-value.ts";

const latest: LiveValue<string> = liveValue("");

/** Says a sentence politely, after what is being read; the same one twice in a row is said twice. */
export function announce(sentence: string): void {
  // A region tells only what is new to it: a space that is not heard makes it so.
  latest.set(latest.get() === sentence ? `${sentence}\u00A0` : sentence);
}

/** Where it is said from; a page has one. */
export const Said = () => (
  <p className="sr-only" role="status" aria-live="polite">
    {useLiveValue(latest)}
  </p>
);
