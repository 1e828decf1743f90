/** Renders a part only on some screens, instead of hiding it on the others. */
import { useSyncExternalStore } from "react";

const queries = new Map<string, MediaQueryList>();
function getMediaQueryList(media: string): MediaQueryList {
  const known = queries.get(media) ?? matchMedia(media);
  queries.set(media, known);
  return known;
}

/** Whether the screen is as a media query says, now. To make a query for each look would cost a layout. */
export const matchesMedia = (media: string): boolean => getMediaQueryList(media).matches;

/** Whether the screen is as a media query says, as it changes. */
export const useMediaQuery = (media: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = getMediaQueryList(media);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchesMedia(media),
  );

/** As wide as a phone: Tailwind's `max-sm`. */
export const useIsPhone = (): boolean => useMediaQuery("(width < 40rem)");
