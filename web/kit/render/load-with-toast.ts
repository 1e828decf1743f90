import { ApiError, showFailure } from "#web/kit/data/api.ts";
import { t } from "#web/kit/format/translation.ts";
import { toast } from "#web/kit/ui/toast-store.ts";

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
    const isServerThere = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isServerThere) {
      const action = { label: t("kit.reload"), run: () => location.reload() };
      toast({ description: t("kit.newVersion"), variant: "error", action });
    } else showFailure(new ApiError(0, t("kit.offline"), { cause: error }));
    return false;
  }
}
