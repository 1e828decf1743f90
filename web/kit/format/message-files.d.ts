/** Provided by `vite.config.ts`. */
declare module "virtual:message-files" {
  export const messageFiles: Record<"en" | "fr", string>;
  /** Those of the page without a network, which a device keeps. */
  export const keptMessageFiles: Record<"en" | "fr", string>;
}
