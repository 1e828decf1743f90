/** The look of a link among text: to a neighbouring thing. */
export const textLink = "font-medium text-accent-ink hover:underline [overflow-wrap:anywhere]";
