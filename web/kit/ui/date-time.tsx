import { useDateFormats } from "#web/kit/format/date-formats.ts";

export function DateTime({ at, className }: { at: string; className?: string }) {
  const { dateTime } = useDateFormats();
  return (
    <time dateTime={at} className={className ?? "tnum"}>
      {dateTime(at)}
    </time>
  );
}
