import type { Translate } from "./translation.ts";

/**
 * Formats by messages, because the first `Intl` formatter takes milliseconds.
 * @param share from 0 to 1
 */
export const formatPercent = (share: number, t: Translate): string =>
  t("kit.percent", { share: Math.round(share * 100) });
