import { Card } from "./card.tsx";
import { PageColumns } from "./page.tsx";
import { Skeleton } from "./skeleton.tsx";

export function DetailSkeleton({ rows, aside = true }: { rows: number; aside?: boolean }) {
  const list = (
    <Card>
      <div className="divide-y divide-line" aria-busy>
        {Array.from({ length: rows }, (_, index) => (
          <div
            key={index}
            className="grid h-9.5 grid-cols-[minmax(0,8.5rem)_minmax(0,1fr)] items-center gap-4 px-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3.5 w-44 max-w-full" />
          </div>
        ))}
      </div>
    </Card>
  );
  if (!aside) return list;
  return (
    <PageColumns
      aside={
        <Card>
          <Skeleton className="aspect-5/3 w-full" />
        </Card>
      }
    >
      {list}
    </PageColumns>
  );
}
