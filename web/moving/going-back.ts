/** An event that goes back to where it was is seen on its way, but by those who want no motion. */

const wayMs = 260;
const blockOf = (eventId: string) => document.querySelector(`[data-item^="${CSS.escape(eventId)}"]`);

/** @param putBack draws it where it was, at once */
export function slideBack(eventId: string, putBack: () => void): void {
  const before = blockOf(eventId)?.getBoundingClientRect();
  putBack();
  const block = blockOf(eventId);
  if (!before || !block || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const after = block.getBoundingClientRect();
  const way = `${before.left - after.left}px ${before.top - after.top}px`;
  block.animate(
    [
      { translate: way, zIndex: 5 },
      { translate: "0 0", zIndex: 5 },
    ],
    { duration: wayMs, easing: "ease-out" },
  );
}
