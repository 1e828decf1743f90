/** Runs in the page: finds elements by Playwright's selectors, and tells what a journey asks about them. */
import { Ivya } from "ivya";
import { getElementAccessibleDescription, isElementVisible } from "ivya/utils";

export interface ElementState {
  text: string;
  value: string | null;
  description: string;
  attributes: Record<string, string>;
  isVisible: boolean;
  isEnabled: boolean;
  isChecked: boolean;
  /** Whether it, or what is in it, has the focus. */
  hasFocus: boolean;
  /** Whether a click on its middle would reach it. */
  isReachable: boolean;
  box: { x: number; y: number; width: number; height: number };
}

const ivya = Ivya.create({
  browser: navigator.userAgent.includes("Firefox") ? "firefox" : "webkit",
  testIdAttribute: "data-testid",
});

/** A person clicks the label of a choice that is drawn by its label. */
const clickTarget = (element: Element): Element =>
  element instanceof HTMLInputElement && ["radio", "checkbox"].includes(element.type)
    ? (element.labels?.[0] ?? element)
    : element;

function describe(element: Element): ElementState {
  const target = clickTarget(element);
  const { x, y, width, height } = target.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return {
    text: element.textContent.replaceAll(/\s+/g, " ").trim(),
    value: "value" in element ? String(element.value) : null,
    description: getElementAccessibleDescription(element, false),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    isVisible: isElementVisible(target),
    isEnabled: !element.matches(":disabled, [aria-disabled=true]"),
    isChecked: element.matches(":checked, [aria-checked=true]"),
    hasFocus: element.contains(document.activeElement),
    isReachable: hit !== null && (target.contains(hit) || hit.closest("label")?.control === element),
    box: { x, y, width, height },
  };
}

const find = (selector: string): Element[] => ivya.queryLocatorSelectorAll(selector, document);

const pageElements = {
  find: (selector: string): ElementState[] => find(selector).map(describe),
  scrollTo: (selector: string): void =>
    find(selector).forEach((element) => clickTarget(element).scrollIntoView({ block: "nearest", inline: "nearest" })),
  focus: (selector: string): void =>
    find(selector).forEach((element) => element instanceof HTMLElement && element.focus()),
};

declare global {
  interface Window {
    pageElements?: typeof pageElements;
  }
}
window.pageElements = pageElements;
