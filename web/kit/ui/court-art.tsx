/** Draws a court by its sport, also as the placeholder of a missing photo. */
import { cx } from "./cx.ts";

const outline = <rect x="10" y="10" width="180" height="100" />;
const courts = {
  /** Until the sport is known. */
  any: { hue: 175, lines: <path d="M10 10h180v100H10ZM100 10v100" /> },
  tennis: {
    hue: 150,
    lines: <path d="M10 10h180v100H10ZM10 23h180M10 97h180M55 23v74M145 23v74M55 60h90M100 4v112" />,
  },
  padel: { hue: 235, lines: <path d="M10 14h180v92H10ZM52 14v92M148 14v92M52 60h96M100 6v108" /> },
  badminton: {
    hue: 175,
    lines: (
      <path d="M10 12h180v96H10ZM10 20h180M10 100h180M22 12v96M178 12v96M74 12v96M126 12v96M10 60h64M126 60h64M100 6v108" />
    ),
  },
  squash: { hue: 30, lines: <path d="M10 10h180v100H10ZM104 10v100M104 60h86M104 10v28h28v-28M104 110v-28h28v28" /> },
  volleyball: { hue: 60, lines: <path d="M10 14h180v92H10ZM100 6v108M70 14v92M130 14v92" /> },
  handball: {
    hue: 215,
    lines: (
      <>
        {outline}
        <path d="M100 10v100M10 24c26 2 42 16 42 36s-16 34-42 36M190 24c-26 2-42 16-42 36s16 34 42 36M10 50h-4v20h4M190 50h4v20h-4" />
      </>
    ),
  },
  swimming: {
    hue: 225,
    lines: (
      <path d="M10 10h180v100H10ZM10 30h180M10 50h180M10 70h180M10 90h180M22 16v8M22 36v8M22 56v8M22 76v8M22 96v8" />
    ),
  },
  athletics: {
    hue: 35,
    lines: (
      <>
        <rect x="10" y="10" width="180" height="100" rx="50" />
        <rect x="20" y="20" width="160" height="80" rx="40" />
        <rect x="30" y="30" width="140" height="60" rx="30" />
        <path d="M118 90v20" />
      </>
    ),
  },
  football: {
    hue: 140,
    lines: (
      <>
        {outline}
        <path d="M100 10v100M10 32h28v56H10M190 32h-28v56h28M10 46h11v28H10M190 46h-11v28h11M38 50a14 14 0 0 1 0 20M162 50a14 14 0 0 0 0 20" />
        <circle cx="100" cy="60" r="18" />
      </>
    ),
  },
  basketball: {
    hue: 50,
    lines: (
      <>
        {outline}
        <path d="M100 10v100M10 42h36v36H10M190 42h-36v36h36M10 18h12c30 0 48 20 48 42s-18 42-48 42H10M190 18h-12c-30 0-48 20-48 42s18 42 48 42h12" />
        <circle cx="100" cy="60" r="14" />
        <circle cx="46" cy="60" r="14" />
        <circle cx="154" cy="60" r="14" />
      </>
    ),
  },
};
type Court = keyof typeof courts;

const sportPatterns: readonly (readonly [RegExp, Court])[] = [
  [/swim|natation|aqua|water|plong/i, "swimming"],
  [/athl|running|course/i, "athletics"],
  [/padel/i, "padel"],
  [/tennis|pickleball/i, "tennis"],
  [/badminton/i, "badminton"],
  [/squash/i, "squash"],
  [/volley/i, "volleyball"],
  [/hand/i, "handball"],
  [/basket/i, "basketball"],
  [/foot|soccer|rugby|hockey|futsal/i, "football"],
];

/** Matches the sport's name in either language; other sports play on the badminton lines of a sports hall. */
const courtForSport = (sport: string | undefined): Court =>
  sport === undefined ? "any" : (sportPatterns.find(([pattern]) => pattern.test(sport))?.[1] ?? "badminton");

/** Fills its frame, so the caller gives it a size. */
export function CourtArt({ sport, className }: { sport?: string | undefined; className?: string }) {
  const { hue, lines } = courts[courtForSport(sport)];
  return (
    <svg
      viewBox="0 0 200 120"
      preserveAspectRatio="xMidYMid slice"
      className={cx("shrink-0", className)}
      aria-hidden
      style={{
        background: `linear-gradient(135deg, light-dark(oklch(0.63 0.095 ${hue}), oklch(0.43 0.07 ${hue})), light-dark(oklch(0.53 0.1 ${hue + 14}), oklch(0.33 0.065 ${hue + 14})))`,
      }}
    >
      <g fill="none" stroke="white" strokeOpacity=".78" strokeWidth="2">
        {lines}
      </g>
    </svg>
  );
}

export const CourtLines = ({ sport, className }: { sport?: string | undefined; className?: string }) => (
  <svg viewBox="0 0 200 120" className={className} aria-hidden fill="none" stroke="currentColor">
    {courts[courtForSport(sport)].lines}
  </svg>
);
