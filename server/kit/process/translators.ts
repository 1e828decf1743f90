/** Translations (i18n) of the server, for errors, mails, PDF and exports. */
import en from "#messages/en.json" with { type: "json" };
import fr from "#messages/fr.json" with { type: "json" };
import { translator, type Language, type Translate, type MessageFile } from "#messages/translator.ts";

const messageFiles: Record<Language, MessageFile[]> = { en: [en], fr: [fr, en] };

export const translators: Record<Language, Translate> = {
  en: translator("en", ...messageFiles.en),
  fr: translator("fr", ...messageFiles.fr),
};
