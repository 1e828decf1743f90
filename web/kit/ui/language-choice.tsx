import { cx } from "./cx.ts";
import { type Language, languages, setLanguage, useLanguage, useTranslation } from "#web/kit/format/translation.ts";

export const languageNames: Record<Language, string> = { en: "English", fr: "Français" };

/** For this browser. Signing in applies the language of the account. */
export function LanguageChoice({ className }: { className?: string }) {
  const t = useTranslation();
  const current = useLanguage();
  return (
    <span role="group" aria-label={t("accounts.language")} className={cx("ml-auto flex", className)}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          className="cursor-pointer py-1 hover:text-ink hover:underline aria-pressed:font-medium aria-pressed:text-ink"
          onClick={() => void setLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </span>
  );
}
