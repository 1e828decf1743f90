/** Versions of the legal texts. Apart from what browsers load at once, which needs none of them. Pure. */

/** Dates of the texts. A test fails where a text changes and its date does not. */
export const legalVersions = { terms: "2026-11-25", privacy: "2026-11-28", imprint: "2026-11-23" } as const;
