/** Percentages in the interface's language: `45%`, `45 %`. */
import type { Translate } from "./translation.ts";

/** @param share from 0 to 1, rounded to whole percents. Uses the messages, because the first `Intl` formatter takes milliseconds. */
export const formatPercent = (share: number, t: Translate): string =>
  t("kit.percent", { share: Math.round(share * 100) });
