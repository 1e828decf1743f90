/** Type and registry of what the activity says of each module's subjects. */
import type { MessageKey } from "#messages/keys.ts";

export interface ActivityReference {
  act: string;
  subjectId: string;
  after: Readonly<Record<string, unknown>> | null;
}

export interface ActivityTexts {
  subject: MessageKey;
  /** Below the organization. Default: `/events/$id`; undefined for a subject without a page. */
  path?: (entry: ActivityReference) => string | undefined;
  /** Labels of members by name. Default: `<module>.<member>`. */
  partLabels?: Readonly<Record<string, MessageKey>>;
  valueLabels?: Readonly<Record<string, Readonly<Record<string, MessageKey>>>>;
}

/** By the name of the module. Null: entries without texts of their own and without a filter. */
export type ActivityTextsByModule = Readonly<Record<string, ActivityTexts | null>>;

let registered: ActivityTextsByModule = {};

export function registerActivityTexts(texts: ActivityTextsByModule): void {
  registered = texts;
}

export const listActivityTexts = (): ActivityTextsByModule => registered;
