import { useDateFormats } from "#web/kit/format/date-formats.ts";

interface DateTimeProps {
  at: string;
  /** Of the facility, for whatever is about an event; it is named where the reader's clock differs. Default: the reader's. */
  timeZone?: string | undefined;
  className?: string;
}

export function DateTime({ at, timeZone, className }: DateTimeProps) {
  const { zonedDateTime } = useDateFormats(timeZone);
  return (
    <time dateTime={at} className={className ?? "tnum"}>
      {zonedDateTime(at)}
    </time>
  );
}
