/** What of a page is there on some screens alone: what is only hidden on the others would be made all the same. */
import { useSyncExternalStore } from "react";

const queries = new Map<string, MediaQueryList>();
function queryOf(media: string): MediaQueryList {
  const known = queries.get(media) ?? matchMedia(media);
  queries.set(media, known);
  return known;
}

/** Whether the screen is as a media query says, now. To make a query for each look would cost a layout. */
export const isMedia = (media: string): boolean => queryOf(media).matches;

/** Whether the screen is as a media query says, as it changes. */
export const useMedia = (media: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = queryOf(media);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => isMedia(media),
  );

/** As wide as a phone: Tailwind's `max-sm`. */
export const useIsPhone = (): boolean => useMedia("(width < 40rem)");
