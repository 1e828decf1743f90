import { type Language } from "#web/kit/format/translation.ts";
import { loadOnce } from "#web/kit/render/load-once.ts";
import type { Guide } from "./parse-guide.ts";

const loaders: Record<Language, () => Promise<{ guide: Guide }>> = {
  en: loadOnce(() => import("virtual:guide-en")),
  fr: loadOnce(() => import("virtual:guide-fr")),
};

/** The same promise at each call, so that a component may wait for it. */
export const loadGuide = (language: Language): Promise<{ guide: Guide }> => loaders[language]();
