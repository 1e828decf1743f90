import { useSyncExternalStore } from "react";

const queries = new Map<string, MediaQueryList>();
function getMediaQueryList(media: string): MediaQueryList {
  const known = queries.get(media) ?? matchMedia(media);
  queries.set(media, known);
  return known;
}

/** Cached, because creating a query for each call would cost a layout. */
export const matchesMedia = (media: string): boolean => getMediaQueryList(media).matches;

export const useMediaQuery = (media: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = getMediaQueryList(media);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchesMedia(media),
  );

/** Same width as Tailwind's `max-sm`. */
export const useIsPhone = (): boolean => useMediaQuery("(width < 40rem)");
