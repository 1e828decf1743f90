/** Loads the `Temporal` polyfill if the browser lacks it; awaited by routes that compute dates. */
export async function ensureTemporal(): Promise<void> {
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
}
