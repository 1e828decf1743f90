/**
 * Which of the open dialogs, panels and popovers the Escape key closes. Radix asks only what opened last, which may be a
 * toast, and asks it before the field that has the focus hears the key.
 */
import { useEffect, useEffectEvent } from "react";

/** In order of opening. */
const layers: (() => void)[] = [];

/** Open lists and cells in edit end by Escape themselves. */
const isTakenInside = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("[role=combobox][aria-expanded=true], [data-takes-escape]") !== null;

export function keepForFields(event: KeyboardEvent): void {
  if (isTakenInside(event)) event.preventDefault();
}

/** Toasts come last: a dialog that is open, and a list in it, take the key before them. */
export function keepForLayers(event: KeyboardEvent): void {
  const close = layers.at(-1);
  if (isTakenInside(event)) event.preventDefault();
  else if (close) {
    event.preventDefault();
    close();
  }
}

export function useEscapeLayer(isOpen: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => onEscape();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}
