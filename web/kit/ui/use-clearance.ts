import { useEffect, useState } from "react";
import { useMediaQuery } from "#web/kit/render/use-media-query.ts";

/** Buttons of forms, the filled ones of pages and bars, and the bar of members. */
const PRIMARY = "button[type=submit], button.bg-accent, a.bg-accent, button.bg-danger, nav[data-bar]";
const GAP_PX = 8;
const CHECK_MS = 200;

/** Pixels between the bottom of the window and the top of the primary buttons that stand in its lower third. */
function measureClearance(): number {
  const tops = [...document.querySelectorAll(PRIMARY)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom }) => top > (innerHeight * 2) / 3 && bottom <= innerHeight)
    .map(({ top }) => top);
  return tops.length > 0 ? innerHeight - Math.min(...tops) + GAP_PX : 0;
}

/** Follows what the page shows while something stands at the bottom of a phone's window. */
export function useClearance(isActive: boolean): number {
  const [clearance, setClearance] = useState(0);
  const isNarrow = useMediaQuery("(width < 64rem)");
  useEffect(() => {
    if (!isActive || !isNarrow) return undefined;
    const check = () => setClearance(measureClearance());
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [isActive, isNarrow]);
  return clearance;
}
