import { Skeleton } from "#web/kit/ui/skeleton.tsx";

export const BookingSkeleton = () => (
  <div className="grid gap-4" aria-busy>
    <Skeleton className="h-8 w-56" />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-10 w-full" />
  </div>
);
