/** What of a page follows once the page itself is seen: the less there is to draw first, the sooner that is. */
import { createContext, type ReactNode, useContext } from "react";
import { useSeen } from "./later.ts";

const Context = createContext(true);

/** A page of which some parts follow. */
export function SeenFirst({ children }: { children: ReactNode }) {
  const isSeen = useSeen();
  return <Context value={isSeen}>{children}</Context>;
}

/** Whether such parts are drawn by now; outside of such a page they always are. */
export const useFollows = (): boolean => useContext(Context);

interface FollowsProps {
  /** It does not follow: its room is not known before. */
  atOnce?: boolean;
  children: ReactNode;
}

/** Such a part, which nobody misses in the first moment; its room is kept by what is around it. */
export function Follows({ atOnce = false, children }: FollowsProps) {
  const follows = useFollows();
  return (follows || atOnce) && children;
}
