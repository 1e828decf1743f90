/** Uploads a form's photo after its facility or field is saved. If that fails, the saved page says how to try again. */
import { Link, type NavigateOptions, useRouterState } from "@tanstack/react-router";
import { ApiError, showFailure } from "#web/kit/data/api.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type PhotoTarget, uploadDefaultPhoto } from "./upload-photo.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Why the photo of the facility or field just saved is missing. */
    photoFailure?: string;
  }
}

/**
 * Uploads the photo chosen in a form. A toast shows a failure.
 * @param organizationId owner of the facility or field, never `all`
 * @returns the `state` for opening the saved page
 */
export async function uploadPhotoAfterSave(
  organizationId: string,
  target: PhotoTarget,
  photos: readonly File[],
): Promise<Pick<NavigateOptions, "state">> {
  const [photo] = photos;
  if (!photo) return {};
  try {
    await uploadDefaultPhoto(organizationId, target, photo, undefined, { quiet: true });
    return {};
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showFailure(error);
    return { state: { photoFailure: error.message } };
  }
}

export function PhotoFailureNotice({ gallery }: { gallery: string }) {
  const t = useTranslation();
  const why = useRouterState({ select: ({ location }) => location.state.photoFailure });
  if (why === undefined) return null;
  return (
    <p
      role="status"
      className="mb-5 flex flex-wrap gap-x-3 gap-y-1 rounded-md bg-rose-bg px-4 py-2.5 text-13 text-rose-fg"
    >
      {t("files.notSent", { why })}
      <Link to={gallery} className={`${textLinkClass} text-rose-fg underline`}>
        {t("files.sendAgain")}
      </Link>
    </p>
  );
}
