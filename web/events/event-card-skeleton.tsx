/** Place of an event card while it is loading: card and skeleton have the same height, so that nothing moves. */
import { Skeleton } from "#web/kit/ui/skeleton.tsx";

export const cardClass = "relative flex min-h-31 gap-3 rounded-xl border border-line p-4";

export const EventCardSkeleton = () => (
  <li className={cardClass} aria-hidden>
    <Skeleton className="w-1 shrink-0 rounded-full" />
    <div className="flex flex-1 flex-col">
      <Skeleton className="my-0.75 h-3.5 w-36" />
      <Skeleton className="mt-1.5 mb-0.5 h-3.5 w-44 max-w-full" />
      <Skeleton className="my-0.5 h-3.5 w-32" />
      <span className="mt-auto flex gap-1 pt-2.5">
        <Skeleton className="h-5 w-18" />
        <Skeleton className="h-5 w-16" />
      </span>
    </div>
  </li>
);
