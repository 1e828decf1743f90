/** For parts of a page that a click opens, and that are loaded with the first such click. */
import { ApiError, showFailure } from "#web/kit/data/api.ts";
import { t } from "#web/kit/format/translation.ts";

/**
 * Loads a part before it is drawn: React would remember for good that it could not be loaded.
 * @returns whether it came; where it did not, a toast has said so, and the next click may try again
 */
export async function loadWithToast(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    showFailure(new ApiError(0, t("kit.offline"), { cause: error }));
    return false;
  }
}
