/** Names of copies of a field. Pure. */

/**
 * @param taken other names, compared without regard to case
 * @returns "Court 2", "Court 3" for "Court 1": the next numbers that nothing has, with as many digits
 */
export function listNumberedNames(name: string, taken: readonly string[], count: number): string[] {
  const [, stem = name, digits = ""] = /^(.*?)(\d{0,6})$/s.exec(name) ?? [];
  const seen = new Set([name, ...taken].map((one) => one.toLowerCase()));
  const prefix = digits === "" ? `${stem.trimEnd()} ` : stem;
  const names: string[] = [];
  for (let next = digits === "" ? 2 : Number(digits) + 1; names.length < count; next += 1) {
    const proposed = prefix + String(next).padStart(digits.length, "0");
    if (!seen.has(proposed.toLowerCase())) names.push(proposed);
  }
  return names;
}
