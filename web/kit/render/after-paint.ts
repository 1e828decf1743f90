/** Work that may wait for the next paint, such as the address. */

/** Does it once the next frame is drawn; where none is, as in a hidden tab, soon. */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
