/** Initials of an organization without a logo (monogram): two letters on one of eight tones. */
/** Two letters of the name, by which the club is known without a picture. */
export function clubInitials(name: string): string {
  const words = name.split(/[\s’'-]+/).filter((word) => /^\p{Lu}/u.test(word));
  const firstLetters = words.slice(0, 2).map((word) => word.slice(0, 1));
  return (words.length > 1 ? firstLetters.join("") : name.slice(0, 2)).toUpperCase();
}

const HUES = [235, 163, 20, 290, 60, 200, 330, 120] as const;

/** The tone behind its initials, one of eight: degrees of OKLCH. */
export function clubHue(organizationId: string): number {
  const sum = [...organizationId].reduce((total, sign) => total + sign.charCodeAt(0), 0);
  return HUES[sum % HUES.length] ?? HUES[0];
}
