import { cx } from "./cx.ts";

const sizes = { xs: "size-5 text-[0.5625rem]", sm: "size-7 text-2xs", md: "size-9 text-xs", lg: "size-14 text-lg" };

/** `Camille Robert` → `CR`. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** Hidden from screen readers: the name stands beside it. */
export function Avatar({
  name,
  size = "sm",
  className,
}: {
  name: string;
  size?: keyof typeof sizes;
  className?: string;
}) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return (
    <span
      aria-hidden
      className={cx("grid shrink-0 place-items-center rounded-full font-semibold", sizes[size], className)}
      style={{
        background: `light-dark(oklch(0.92 0.05 ${hue}), oklch(0.36 0.06 ${hue}))`,
        color: `light-dark(oklch(0.38 0.09 ${hue}), oklch(0.92 0.05 ${hue}))`,
      }}
    >
      {initials(name)}
    </span>
  );
}
