import { useEffect, useState } from "react";

/** The time in milliseconds, renewed each minute: a page that stays open past midnight shows another today. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
