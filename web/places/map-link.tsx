import { ExternalLink } from "lucide-react";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";

interface MapLinkProps {
  address: string;
  latitude: number | null;
  longitude: number | null;
}

const map = "https://www.openstreetmap.org";

/** Where an address is, on a map of somebody else's: in another tab, and nothing of it here. */
export function MapLink({ address, latitude, longitude }: MapLinkProps) {
  const t = useWords();
  const place =
    latitude === null || longitude === null
      ? `/search?${new URLSearchParams({ query: address })}`
      : `/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return (
    <a
      href={map + place}
      target="_blank"
      rel="noopener noreferrer"
      className={`${textLink} inline-flex items-center gap-1 whitespace-nowrap`}
    >
      {t("places.onMap")}
      <ExternalLink className="size-3.5" aria-hidden />
      <span className="sr-only">({t("places.newTab")})</span>
    </a>
  );
}
