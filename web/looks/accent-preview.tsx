import type { CSSProperties, ReactNode } from "react";
import type { Logo } from "#contract/files.ts";
import {
  accentTokens,
  type AccentThemes,
  computeAccent,
  contrastOf,
  type Theme,
  themeRules,
} from "#contract/organizations-accent-rules.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ClubLogo } from "./club-logo.tsx";

export interface Club {
  id: string;
  name: string;
  logo: Logo | null;
}

const themes = ["light", "dark"] as const;

/** The header of the page, a button, a link and a mail in both themes, in the colour that stands in the form. */
export function AccentPreview({ club }: { club: Club }) {
  const accent = useFieldText("accent").trim().toLowerCase();
  const sender = useFieldText("senderName").trim() || club.name;
  const colors = /^#[0-9a-f]{6}$/.test(accent) ? computeAccent(accent) : undefined;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {themes.map((theme) => (
        <ThemePreview key={theme} theme={theme} colors={colors} accent={accent} sender={sender} club={club} />
      ))}
    </div>
  );
}

interface ThemePreviewProps {
  theme: Theme;
  /** Undefined for those of the product. */
  colors: AccentThemes | undefined;
  accent: string;
  sender: string;
  club: Club;
}

function ThemePreview({ theme, colors, accent, sender, club }: ThemePreviewProps) {
  const t = useTranslation();
  const { time } = useWeekdayFormats();
  const style = { colorScheme: theme, ...(colors && accentTokens(colors)) } as CSSProperties;
  return (
    <figure className="grid content-start gap-2">
      <div className="overflow-hidden rounded-xl border border-line bg-canvas text-13 text-ink" style={style}>
        <div className="flex items-center gap-2.5 border-b border-line bg-surface px-4 py-2.5">
          <ClubLogo club={club} className="size-7 text-xs" />
          <span className="min-w-0 flex-1 truncate font-semibold">{club.name}</span>
          <span className="font-medium text-accent-ink">{t("pages.prices")}</span>
        </div>
        <div className="grid gap-3 p-4">
          <div className="flex flex-wrap items-center gap-2">
            <span className={buttonClass("primary")}>{t("looks.previewBook")}</span>
            <span className="rounded-md border border-accent bg-accent-soft px-3 py-1.5 font-medium">
              {time("19:00")}
            </span>
            <Badge tone="lime" dot>
              {t("events.statusApproved")}
            </Badge>
            <Badge tone="rose" dot>
              {t("events.statusCanceled")}
            </Badge>
          </div>
          <PreviewMail sender={sender} club={club} />
        </div>
      </div>
      <figcaption className="text-xs text-ink-3">
        <ContrastNote theme={theme} colors={colors} accent={accent} />
      </figcaption>
    </figure>
  );
}

function PreviewMail({ sender, club }: { sender: string; club: Club }) {
  const t = useTranslation();
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <p className="flex items-center gap-2 font-semibold">
        <ClubLogo club={club} className="size-6 text-2xs" />
        <span className="truncate">{sender}</span>
      </p>
      <p className="text-ink-2">{t("looks.previewMail")}</p>
      <p>
        <span className="font-medium text-accent-ink">{t("looks.previewLink")}</span>
      </p>
    </div>
  );
}

function ContrastNote({ theme, colors, accent }: Pick<ThemePreviewProps, "theme" | "colors" | "accent">): ReactNode {
  const t = useTranslation();
  const number = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 1 });
  const name = t(theme === "light" ? "looks.themeLight" : "looks.themeDark");
  if (!colors) return name;
  const { accent: shown } = colors[theme];
  const ratio = number.format(contrastOf(shown, themeRules[theme].surface));
  return shown === accent
    ? t("looks.contrastKept", { theme: name, ratio })
    : t("looks.contrastMoved", { theme: name, color: shown, ratio });
}
