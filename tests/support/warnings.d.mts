export function findWarnings(text: string): string[];
