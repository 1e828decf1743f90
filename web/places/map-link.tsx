import { ExternalLink } from "lucide-react";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface MapLinkProps {
  address: string;
  latitude: number | null;
  longitude: number | null;
}

const mapUrl = "https://www.openstreetmap.org";

export function MapLink({ address, latitude, longitude }: MapLinkProps) {
  const t = useTranslation();
  const place =
    latitude === null || longitude === null
      ? `/search?${new URLSearchParams({ query: address })}`
      : `/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return (
    <a
      href={mapUrl + place}
      target="_blank"
      rel="noopener noreferrer"
      className={`${textLinkClass} inline-flex items-center gap-1 whitespace-nowrap`}
    >
      {t("places.onMap")}
      <ExternalLink className="size-3.5" aria-hidden />
      <span className="sr-only">({t("places.newTab")})</span>
    </a>
  );
}
