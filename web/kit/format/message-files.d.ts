/** Provided by `vite.config.ts`. */
declare module "virtual:message-files" {
  export const messageFiles: Record<"en" | "fr", string>;
}
