import type { Logo } from "#contract/files.ts";
import { clubHue, clubInitials } from "#contract/organizations-initials-rules.ts";
import { cx } from "#web/kit/ui/cx.ts";

interface ClubMarkProps {
  club: { id: string; name: string; logo: Logo | null };
  className: string;
}

/** The logo of a club, else its initials, as on its public page. Hidden from screen readers: the name stands beside it. */
export function ClubLogo({ club, className }: ClubMarkProps) {
  if (club.logo)
    return <img src={club.logo.url} alt="" className={cx("shrink-0 rounded-[30%] object-cover", className)} />;
  const hue = clubHue(club.id);
  return (
    <span
      aria-hidden
      className={cx("grid shrink-0 place-items-center rounded-[30%] font-semibold text-white", className)}
      style={{ background: `linear-gradient(140deg, oklch(0.52 0.1 ${hue}), oklch(0.4 0.09 ${hue + 20}))` }}
    >
      {clubInitials(club.name)}
    </span>
  );
}
