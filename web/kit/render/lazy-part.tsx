/** Loads a part of a page on first use (lazy loading); the page stays usable when loading fails. */
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import { ApiError } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { loadWithToast } from "./load-with-toast.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const loadedParts = new WeakSet<() => Promise<unknown>>();

interface LazyPartProps {
  /** Must be the same function in each render. */
  load: () => Promise<unknown>;
  /** Closes what opened the part, so that the next click tries again. Default: a retry button. */
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
    // Requesting files takes time, so the element that opens the part is painted first.
    if (isWanted && !isThere) afterPaint(() => void loadWithToast(load).then((came) => goOn(came)));
  }, [load, isThere, isWanted]);
  if (!isThere && !isWanted && !onFailed)
    return <ErrorState error={new ApiError(0, t("kit.offline"))} onRetry={() => setWanted(true)} />;
  return isThere ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
