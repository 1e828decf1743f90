/** Provided by `vite.config.ts` from `docs/guide`. */
declare module "virtual:guide-en" {
  import type { Guide } from "#web/general/parse-guide.ts";
  export const guide: Guide;
}
declare module "virtual:guide-fr" {
  import type { Guide } from "#web/general/parse-guide.ts";
  export const guide: Guide;
}
