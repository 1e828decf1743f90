/** The words of the interface in the reader's language; only that language is loaded. */
import { useSyncExternalStore } from "react";
import { wordFiles } from "virtual:word-files";
import { type Explanation, explain, type Issue } from "#words/issues.ts";
import { type Language, languages, pickLanguage, type Translate, translator, type WordFile } from "#words/words.ts";

export { type Language, languages, type Translate };

const storageKey = "language";
const listeners = new Set<() => void>();
let current: Language = "fr";
let translate: Translate = translator("fr", {});

/** The language of the interface now. */
export const language = (): Language => current;

/** The reader's own variant of the interface's language, for `Intl`: `en-GB` while the interface is in English. */
export function locale(): string {
  // Hundreds of texts of a page ask for it.
  variant ??= navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === current) ?? current;
  return variant;
}
let variant: string | undefined;
addEventListener("languagechange", () => (variant = undefined));

/** A text now, outside of components. Inside them `useWords` follows a change of language. */
export const t: Translate = (key, ...args) => translate(key, ...args);

/** What a stored choice, else the browser, asks for; French where neither speaks one of ours. */
export function detectLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  return pickLanguage([...(stored ? [stored] : []), ...navigator.languages], "fr");
}

/**
 * Loads a language's words and shows them everywhere; `<html lang>` follows.
 * @param options.persist keeps the choice in this browser (default: true)
 */
export async function setLanguage(next: Language, { persist = true }: { persist?: boolean } = {}): Promise<void> {
  const response = await fetch(wordFiles[next]);
  translate = translator(next, (await response.json()) as WordFile);
  [current, variant] = [next, undefined];
  document.documentElement.lang = next;
  if (persist) localStorage.setItem(storageKey, next);
  for (const listener of listeners) listener();
}

/** Tells when the language has changed. @returns how to stop it */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `t` of the current language; another one after each change of language, so that whatever was computed with it is computed anew. */
export const useWords = (): Translate => useSyncExternalStore(onLanguage, () => translate);

/** The current language in a component. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language);

/** `locale` in a component. */
export const useLocale = (): string => useSyncExternalStore(onLanguage, locale);

/** The text of a key with its parameters, where both are only known at run time. */
export const spell = ({ key, params }: Explanation): string =>
  (t as (key: string, params: Explanation["params"]) => string)(key, params);

/** A schema's complaint in the current language. `input`: the value it is about. */
export const issueText = (issue: Issue, input?: unknown): string => spell(explain(issue, input));
