/** Runs work after the next paint, such as writing the address. */

/** Waits for the next frame; in a hidden tab, which draws none, for the next task. */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
