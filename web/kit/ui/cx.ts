/** Joins class names and leaves out false ones. Conflicts are not resolved: the last rule in the stylesheet wins. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
