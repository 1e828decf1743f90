export const textLinkClass = "font-medium text-accent-ink hover:underline [overflow-wrap:anywhere]";
