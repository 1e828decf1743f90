/** Loads the `Temporal` polyfill if the browser lacks it; routes that compute dates await it. */
export async function ensureTemporal(): Promise<void> {
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
}
