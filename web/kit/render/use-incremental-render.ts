/** Long lists begin with what is seen first; the rest follows in small parts, between which the page answers. */
import { useEffect, useState } from "react";

/** Parts follow each other so quickly, unless the page has something else to do. */
const pauseMs = 24;

/**
 * @param all how many there are
 * @param options.first how many at once, @param options.part how many follow at a time
 * @param options.of what they are of: another one begins again
 * @returns how many may be drawn
 */
export function useIncrementalRender(
  all: number,
  { first, part, of }: { first: number; part: number; of: string },
): number {
  const [at, setAt] = useState({ of, count: first });
  const count = at.of === of ? Math.max(at.count, first) : first;
  useEffect(() => {
    if (count >= all) return undefined;
    const timer = setTimeout(() => setAt({ of, count: count + part }), pauseMs);
    return () => clearTimeout(timer);
  }, [all, count, of, part]);
  return Math.min(count, all);
}
