/** Counts the minutes and seconds down to an instant. */
import { useEffect, useState } from "react";
import { useDateFormats } from "#web/kit/format/date-formats.ts";

/** Seconds until an instant; 0 when it is over. @param onOver called once if that happens while mounted */
function useSecondsLeft(until: string, onOver?: () => void): number {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) onOver?.();
    }, 1000);
    return () => clearInterval(timer);
  }, [end, isOver, onOver]);
  return left;
}

const formatSeconds = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** A later end is shown as a date. */
const MAX_COUNTDOWN_SECONDS = 2 * 3600;

interface CountdownProps {
  until: string;
  label: string;
  /** Stands in its place afterwards. */
  over: string;
  timeZone?: string | undefined;
  onOver?: () => void;
}

export function Countdown({ until, label, over, timeZone, onOver }: CountdownProps) {
  const { zonedDateTime } = useDateFormats(timeZone);
  const left = useSecondsLeft(until, onOver);
  if (left === 0) return <span>{over}</span>;
  if (left > MAX_COUNTDOWN_SECONDS)
    return (
      <span>
        {label} · <span className="font-semibold tnum">{zonedDateTime(until)}</span>
      </span>
    );
  return (
    <span className="whitespace-nowrap">
      {label}{" "}
      <span role="timer" className="font-semibold tnum">
        {formatSeconds(left)}
      </span>
    </span>
  );
}
