/** Class names in one string; what is false or missing is left out. Nothing is merged: the last rule in the stylesheet wins. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
