import { CourtArt } from "./court-art.tsx";
import { cx } from "./cx.ts";

/** A picture of a place, or the court of its first sport. Decorative: the name stands beside it. Give it a size. */
export const Photo = ({
  url,
  sport,
  className,
}: {
  url: string | undefined;
  sport: string | undefined;
  className?: string;
}) =>
  url ? (
    <img src={url} alt="" loading="lazy" decoding="async" className={cx("bg-sunken object-cover", className)} />
  ) : (
    <CourtArt sport={sport} className={className ?? ""} />
  );
