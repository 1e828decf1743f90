/** Parts of a page that render after its first paint: the less there is to render first, the sooner that is. */
import { createContext, type ReactNode, useContext } from "react";
import { useHasPainted } from "./use-deferred-until-paint.ts";

const PaintedContext = createContext(true);

/** A page of which some parts follow. */
export function DeferUntilPaintProvider({ children }: { children: ReactNode }) {
  const isSeen = useHasPainted();
  return <PaintedContext value={isSeen}>{children}</PaintedContext>;
}

/** Whether such parts are drawn by now; outside of such a page they always are. */
export const useIsPagePainted = (): boolean => useContext(PaintedContext);

interface DeferUntilPaintProps {
  /** It does not follow: its room is not known before. */
  immediate?: boolean;
  children: ReactNode;
}

/** Such a part, which nobody misses in the first moment; its room is kept by what is around it. */
export function DeferUntilPaint({ immediate: atOnce = false, children }: DeferUntilPaintProps) {
  const follows = useIsPagePainted();
  return (follows || atOnce) && children;
}
