/** The addresses of the words, as vite.config.ts gives them. */
declare module "virtual:word-files" {
  export const wordFiles: Record<"en" | "fr", string>;
}
