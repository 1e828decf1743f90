/** A part of a page that is loaded when it is first wanted. A page with such parts outlives that one does not come: without a connection, or after an update of the product. */
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import { ApiError } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { loadWithToast } from "./load-with-toast.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const loadedParts = new WeakSet<() => Promise<unknown>>();

interface LazyPartProps {
  /** Loader of the lazy component; the same function each time. */
  load: () => Promise<unknown>;
  /** A toast has said so; what opened it closes it, so that the next click tries again. Without it, there is a button for that. */
  onFailed?: () => void;
  fallback?: ReactNode;
  children: ReactNode;
}

export function LazyPart({ load, onFailed, fallback = null, children }: LazyPartProps) {
  const t = useTranslation();
  const [isThere, setThere] = useState(() => loadedParts.has(load));
  const [isWanted, setWanted] = useState(true);
  const goOn = useEffectEvent((came: boolean) => {
    if (came) loadedParts.add(load);
    setThere(came);
    setWanted(false);
    if (!came) onFailed?.();
  });
  useEffect(() => {
    // To ask for files takes time as well: whatever wants them is seen first.
    if (isWanted && !isThere) afterPaint(() => void loadWithToast(load).then((came) => goOn(came)));
  }, [load, isThere, isWanted]);
  if (!isThere && !isWanted && !onFailed)
    return <ErrorState error={new ApiError(0, t("kit.offline"))} onRetry={() => setWanted(true)} />;
  return isThere ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
