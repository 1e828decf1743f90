import { Skeleton } from "#web/kit/ui/skeleton.tsx";

export const ImportSkeleton = () => (
  <div aria-busy className="grid gap-5">
    <Skeleton className="h-5 w-80 max-w-full" />
    <Skeleton className="h-64 w-full rounded-xl" />
  </div>
);
