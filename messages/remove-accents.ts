/** Removes case and accents, so that a search for `eglise` finds `Église`. */
export const removeAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
