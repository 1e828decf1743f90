import { useEffect, useState } from "react";

const DEFAULT_MS = 60_000;

/**
 * The time in milliseconds, renewed: a page that stays open past midnight shows another today.
 * @param everyMs each minute by default
 */
export function useNow(everyMs = DEFAULT_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
