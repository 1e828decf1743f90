/** Shares as people read them: `45%`, `45 %`. */
import type { Translate } from "./words.ts";

/** @param share from 0 to 1; said in whole hundredths. By the words, and not by `Intl`, which takes milliseconds to make its first one. */
export const percentOf = (share: number, t: Translate): string => t("kit.percent", { share: Math.round(share * 100) });
