import { useDates } from "./dates.ts";

/** An instant as date and time, for the reader and for machines. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const { dateTime } = useDates();
  return (
    <time dateTime={at} className={className ?? "tnum"}>
      {dateTime(at)}
    </time>
  );
}
