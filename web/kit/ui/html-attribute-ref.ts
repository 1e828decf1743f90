/**
 * Sets an attribute on `<html>` while any element with this `ref` is mounted. `html:has()` would make the browser
 * search the whole page on each insertion.
 */
export function htmlAttributeRef(attribute: string): () => () => void {
  let count = 0;
  const say = (more: number) => document.documentElement.toggleAttribute(attribute, (count += more) > 0);
  return () => {
    say(1);
    return () => void say(-1);
  };
}

/** Stops the page from scrolling below an open dialog or drawer. */
export const scrollLockRef = htmlAttributeRef("data-still");
/** Dims the space of the scrollbar, which no overlay covers. */
export const dimmedPageRef = htmlAttributeRef("data-dimmed");
/** The same beside a panel. */
export const softlyDimmedPageRef = htmlAttributeRef("data-dimmed-softly");
