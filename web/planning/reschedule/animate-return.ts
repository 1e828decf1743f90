/** Animates a dragged event back to its place when its move is refused. */
const ANIMATION_MS = 260;
const findBlock = (eventId: string) => document.querySelector(`[data-item^="${CSS.escape(eventId)}"]`);

export function animateReturn(eventId: string, putBack: () => void): void {
  const before = findBlock(eventId)?.getBoundingClientRect();
  putBack();
  const block = findBlock(eventId);
  if (!before || !block || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const after = block.getBoundingClientRect();
  const way = `${before.left - after.left}px ${before.top - after.top}px`;
  block.animate(
    [
      { translate: way, zIndex: 5 },
      { translate: "0 0", zIndex: 5 },
    ],
    { duration: ANIMATION_MS, easing: "ease-out" },
  );
}
