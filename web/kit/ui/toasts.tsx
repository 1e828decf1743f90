/** Toasts (snackbars): loads the toaster with the first one. */
import { lazy, Suspense, useEffect, useState } from "react";
import { dismissToast, type ToastItem, useToasts } from "./toast-store.ts";

// A lost connection is itself shown by a toast, so the toaster may fail to load.
const Toaster = lazy(() => import("./toaster.tsx").catch(() => ({ default: PlainToast })));

export function Toasts() {
  const toasts = useToasts();
  const [needed, setNeeded] = useState(false);
  if (toasts.length > 0 && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <Toaster toasts={toasts} />
    </Suspense>
  ) : null;
}

function PlainToast({ toasts }: { toasts: readonly ToastItem[] }) {
  const newest = toasts.find(({ open }) => open);
  const { id, duration } = newest ?? {};
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return newest ? (
    <p
      role="alert"
      className="fixed bottom-1.5 left-1.5 z-60 max-w-sm rounded-lg lg:bottom-2 lg:left-2 lg:max-w-56 bg-raised p-3 text-13 shadow-pop"
    >
      {newest.title && <strong className="block font-medium">{newest.title}</strong>}
      {newest.description}
    </p>
  ) : null;
}
