/** Removes case and accents, so that a search for `eglise` finds `Église`. */
export const foldText = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
