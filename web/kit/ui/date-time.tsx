/** Shows a date and time, with the zone where the reader's clock (time zone of the browser) differs. */
import { useDateFormats } from "#web/kit/format/date-formats.ts";

interface DateTimeProps {
  at: string;
  /** Time zone of the facility, for everything about an event; it is named if the reader's clock differs. Default: the reader's. */
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
