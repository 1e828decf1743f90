const selector =
  "[data-autofocus], [autofocus], input:enabled:not([type=hidden], [hidden]), textarea:enabled, select:enabled";

/**
 * Focuses the first field of a dialog that opens. A form that is loaded after it gets the focus when it appears, unless the
 * person has gone on meanwhile.
 *
 * @param start has the focus until then
 */
export function focusFirstField(panel: HTMLElement, start: HTMLElement | null, hasGoneOn: () => boolean): void {
  const find = () =>
    [...panel.querySelectorAll<HTMLElement>(selector)].find((field) =>
      field.checkVisibility({ visibilityProperty: true }),
    );
  const first = find();
  (first ?? start)?.focus();
  if (first) return;
  const observer = new MutationObserver(() => {
    const isWaiting = !hasGoneOn() && [start, panel, document.body].includes(document.activeElement as HTMLElement);
    const field = isWaiting ? find() : undefined;
    field?.focus();
    if (!isWaiting || field) observer.disconnect();
  });
  observer.observe(panel, { childList: true, subtree: true, attributeFilter: ["hidden", "style", "disabled"] });
}
