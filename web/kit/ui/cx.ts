/** Joins class names and leaves out false ones. Nothing is merged: the last rule in the stylesheet wins. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
