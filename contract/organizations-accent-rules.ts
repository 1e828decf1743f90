/**
 * The one colour of an organization (accent, brand colour), as buttons and links show it: moved in lightness until text
 * has the contrast that WCAG asks for (AA), in the light and in the dark theme.
 */
import Color from "color";

declare module "color" {
  // Its types leave out this model.
  interface ColorInstance {
    oklch(): ColorInstance;
  }
}

/** WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 4.5;

/** Colours as `#rrggbb`. */
export interface AccentTheme {
  /** Buttons, and links on every surface of the theme. */
  accent: string;
  hover: string;
  /** Text on buttons. */
  onAccent: string;
  /** Background of what is chosen. */
  soft: string;
}
export type Theme = "light" | "dark";
export type AccentThemes = Record<Theme, AccentTheme>;

/** Lightness and chroma of OKLCH, in hundredths. */
interface ThemeRule {
  /** The surface with the least contrast to text on it. */
  surface: string;
  /** Towards more contrast. */
  direction: 1 | -1;
  onAccent: { lightness: number; chroma: number };
  soft: { lightness: number; chroma: number };
}

export const themeRules: Record<Theme, ThemeRule> = {
  light: {
    surface: "#dfe5e2",
    direction: -1,
    onAccent: { lightness: 99, chroma: 1 },
    soft: { lightness: 94.5, chroma: 3.4 },
  },
  dark: {
    surface: "#323836",
    direction: 1,
    onAccent: { lightness: 20, chroma: 4 },
    soft: { lightness: 29.2, chroma: 4.2 },
  },
};

const HOVER_STEP = 5;
/** Halves the interval far below what an eye tells apart. */
const STEPS = 12;

/** The number nearest to `to` that passes, as `from` does. */
function findLimit(from: number, to: number, passes: (value: number) => boolean): number {
  if (passes(to)) return to;
  let [good, bad] = [from, to];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (good + bad) / 2;
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

const toColor = (lightness: number, chroma: number, hue: number) => Color({ okl: lightness, okc: chroma, okh: hue });

/** The least difference that an eye tells apart is about 2. */
const MAX_DIFFERENCE = 0.5;
/** The conversion to sRGB clips what no screen shows, which then does not come back the same. */
function isShown(lightness: number, chroma: number, hue: number): boolean {
  const [shownLightness = 0, shownChroma = 0, shownHue = 0] = toColor(lightness, chroma, hue).rgb().oklch().array();
  const turn = 2 * chroma * Math.sin(((shownHue - hue) * Math.PI) / 360);
  return Math.hypot(shownLightness - lightness, shownChroma - chroma, turn) <= MAX_DIFFERENCE;
}

/**
 * As colourful as screens can show it (sRGB) with this lightness and hue.
 * @param lightness hundredths of OKLCH, as is `chroma`; `hue` in degrees
 * @returns `#rrggbb`
 */
export function toHex(lightness: number, chroma: number, hue: number): string {
  const shown = findLimit(0, chroma, (less) => isShown(lightness, less, hue));
  return toColor(lightness, shown, hue).hex().toLowerCase();
}

export const contrastOf = (one: string, other: string): number => Color(one).contrast(Color(other));

function computeTheme(color: string, rule: ThemeRule): AccentTheme {
  const [lightness = 0, chroma = 0, hue = 0] = Color(color).oklch().array();
  const { surface, direction, onAccent, soft } = rule;
  const end = direction === 1 ? 100 : 0;
  const isReadable = (value: number) => contrastOf(toHex(value, chroma, hue), surface) >= MIN_CONTRAST;
  const moved = findLimit(end, lightness, isReadable);
  const hover = Math.min(100, Math.max(0, moved + direction * HOVER_STEP));
  const tint = (part: ThemeRule["soft"]) => toHex(part.lightness, Math.min(part.chroma, chroma), hue);
  return {
    accent: toHex(moved, chroma, hue),
    hover: toHex(hover, chroma, hue),
    onAccent: tint(onAccent),
    soft: tint(soft),
  };
}

/** Each answer to a member of a club carries its colours, which take longer to compute than all the rest of it. */
const computed = new Map<string, AccentThemes>();
const MAX_COMPUTED = 1000;

/** @param color `#rrggbb` */
export function computeAccent(color: string): AccentThemes {
  const known = computed.get(color);
  if (known) return known;
  const themes = { light: computeTheme(color, themeRules.light), dark: computeTheme(color, themeRules.dark) };
  if (computed.size >= MAX_COMPUTED) computed.clear();
  computed.set(color, themes);
  return themes;
}

/** The tokens of `web/tokens.css` that the colour replaces, for both themes at once. */
export function accentTokens({ light, dark }: AccentThemes) {
  const both = (part: keyof AccentTheme) => `light-dark(${light[part]}, ${dark[part]})`;
  return {
    "--accent": both("accent"),
    "--accent-hover": both("hover"),
    "--on-accent": both("onAccent"),
    "--accent-ink": both("accent"),
    "--accent-soft": both("soft"),
    "--ring": both("accent"),
  };
}

/** The tokens as style sheet, which stands after that of the product. */
export const accentStyle = (themes: AccentThemes): string =>
  `:root{${Object.entries(accentTokens(themes))
    .map((token) => token.join(":"))
    .join(";")}}`;
