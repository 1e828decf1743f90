/** Translations (i18n): `t("facilities.create")`. Pages, API responses and mails read the same files. */
import type { MessageKey, Messages } from "./keys.ts";

export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

type MessageText = string | Partial<Record<Intl.LDMLPluralRule, string>>;
/** `en.json` and `fr.json`: module → key → text, or its plural forms. */
export type MessageFile = Record<string, Record<string, MessageText>>;

type Args<K extends MessageKey> = keyof Messages[K] extends never ? [] : [params: Messages[K]];
export type Translate = <K extends MessageKey>(key: K, ...args: Args<K>) => string;

/**
 * Creates the translator of a language.
 * @param language decides the plural forms
 * @param files searched in order: texts of the language, then the fallback's
 * @returns `t(key, params)`; numbers get the separators of the language; an unknown key is returned unchanged
 */
export function translator(language: Language, ...files: MessageFile[]): Translate {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  return (key, ...[params]) => {
    const given = (params ?? {}) as Record<string, string | number>;
    const [module = "", name = ""] = key.split(".");
    const text = files.map((file) => file[module]?.[name]).find((found) => found !== undefined) ?? key;
    const form = typeof text === "string" ? text : (text[plural.select(Number(given["count"]))] ?? text.other ?? key);
    return form.replace(/\{(\w+)\}/g, (whole, param: string) => {
      const value = given[param];
      if (value === undefined) return whole;
      return typeof value === "number" ? number.format(value) : value;
    });
  };
}

/**
 * Picks the language for a browser or a request.
 * @param wanted language tags in order of preference, as in `navigator.languages` or `Accept-Language`
 * @param fallback if we support none of them
 */
export function pickLanguage(wanted: readonly string[], fallback: Language): Language {
  for (const tag of wanted) {
    const found = languages.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return fallback;
}
