/** `Temporal` where the browser still lacks it; to be awaited by the routes that reckon with calendars. */
export async function ensureTemporal(): Promise<void> {
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
}
