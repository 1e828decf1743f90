/** The place where toasts appear; what draws them is loaded with the first one. Mounted once, at the root. */
import { lazy, Suspense, useState } from "react";
import { useToasts } from "./toast.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

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
