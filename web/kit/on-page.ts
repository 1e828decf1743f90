/**
 * A `ref`: says something to the page itself, as an attribute, while any element that has it is there. `html:has()` would
 * say it too, but for that the browser looks through all of the page with whatever is put into it.
 */
export function onPage(attribute: string): () => () => void {
  let count = 0;
  const say = (more: number) => document.documentElement.toggleAttribute(attribute, (count += more) > 0);
  return () => {
    say(1);
    return () => void say(-1);
  };
}

/** What is open above the page keeps it still. */
export const keepsStill = onPage("data-still");
