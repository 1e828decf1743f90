import { ApiError, showFailure } from "#web/kit/data/api.ts";
import { t } from "#web/kit/format/translation.ts";

/**
 * Loads a part before it is rendered, because React would cache a failed load for good.
 * @returns whether it loaded
 */
export async function loadWithToast(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    // A release takes the parts of the one before away, while pages of it are open.
    const answer = await fetch("/", { method: "HEAD" }).catch(() => undefined);
    showFailure(new ApiError(0, t(answer?.ok ? "kit.newVersion" : "kit.offline"), { cause: error }));
    return false;
  }
}
