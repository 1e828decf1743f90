/** Translates messages of the interface (i18n); only the chosen language is loaded. */
import { storageKeys } from "#contract/personal-data.ts";
import { useSyncExternalStore } from "react";
import { messageFiles } from "virtual:message-files";
import { type IssueMessage, explainIssue, type Issue } from "#messages/issues.ts";
import {
  type Language,
  languages,
  pickLanguage,
  type Translate,
  translator,
  type MessageFile,
} from "#messages/translator.ts";

export { type Language, languages, type Translate };

const storageKey = storageKeys.language;
const listeners = new Set<() => void>();
let translate: Translate = translator("fr", {});

export function detectLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  return pickLanguage([...(stored ? [stored] : []), ...navigator.languages], "fr");
}

/** Known before its messages have arrived, because requests name it. */
let currentLanguage = detectLanguage();
export const language = (): Language => currentLanguage;

/** For `Intl`: the reader's own variant of the interface's language, such as `en-GB`. */
export function locale(): string {
  // Cached, because hundreds of texts of a page read it.
  cachedLocale ??=
    navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === currentLanguage) ?? currentLanguage;
  return cachedLocale;
}
let cachedLocale: string | undefined;
addEventListener("languagechange", () => (cachedLocale = undefined));

/** Translates outside of components; inside them use `useTranslation`, which follows a change of language. */
export const t: Translate = (key, ...args) => translate(key, ...args);

/** @param options.persist stores the choice in this browser (default: true) */
export async function setLanguage(next: Language, { persist = true }: { persist?: boolean } = {}): Promise<void> {
  const response = await fetch(messageFiles[next]);
  translate = translator(next, (await response.json()) as MessageFile);
  const isChange = next !== currentLanguage;
  [currentLanguage, cachedLocale] = [next, undefined];
  document.documentElement.lang = next;
  if (persist) localStorage.setItem(storageKey, next);
  if (isChange) for (const listener of listeners) listener();
}

export const onLanguageChange = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTranslation = (): Translate => useSyncExternalStore(onLanguageChange, () => translate);

export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, language);

export const useLocale = (): string => useSyncExternalStore(onLanguageChange, locale);

export const renderMessage = ({ key, params }: IssueMessage): string =>
  (t as (key: string, params: IssueMessage["params"]) => string)(key, params);

export const renderIssue = (issue: Issue, input?: unknown): string => renderMessage(explainIssue(issue, input));
