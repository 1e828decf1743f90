import { useDateFormats } from "#web/kit/format/date-formats.ts";

/** An instant as date and time, for the reader and for machines. */
export function DateTime({ at, className }: { at: string; className?: string }) {
  const { dateTime } = useDateFormats();
  return (
    <time dateTime={at} className={className ?? "tnum"}>
      {dateTime(at)}
    </time>
  );
}
