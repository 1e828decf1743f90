export interface LegalDocument {
  intro: string;
  sections: readonly LegalSection[];
}

export interface LegalSection {
  /** Anchor, the same in every language. */
  id: string;
  heading: string;
  /** Paragraphs, and lists as arrays of items. */
  blocks: readonly (string | readonly string[])[];
}

export interface LegalTexts {
  terms: LegalDocument;
  privacy: LegalDocument;
}

export const legalUpdatedOn = "2026-11-21";
