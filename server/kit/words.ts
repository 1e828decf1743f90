/** The translators of the server: both languages, English where a French text is missing. */
import en from "#words/en.json" with { type: "json" };
import fr from "#words/fr.json" with { type: "json" };
import { translator, type Language, type Translate, type WordFile } from "#words/words.ts";

const files: Record<Language, WordFile[]> = { en: [en], fr: [fr, en] };

export const words: Record<Language, Translate> = {
  en: translator("en", ...files.en),
  fr: translator("fr", ...files.fr),
};
