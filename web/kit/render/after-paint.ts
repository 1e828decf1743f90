/** Waits for the next frame; a hidden tab draws none, so it waits for the next task. */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
