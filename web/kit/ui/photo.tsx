import { CourtArt } from "./court-art.tsx";
import { cx } from "./cx.ts";

export interface PictureSource {
  url: string;
  width: number;
  height: number;
  sizes: readonly { width: number; webp: string; avif: string }[];
}

interface PictureProps {
  image: PictureSource;
  /** Empty if a name stands beside the photo. */
  alt: string;
  /** The HTML `sizes`; lazily loaded pictures measure themselves where the browser can. */
  sizes?: string;
  eager?: boolean;
  className?: string;
}

/** Loads the smallest sufficient file in the best format, and reserves its space. */
export function Picture({ image, alt, sizes = "20rem", eager = false, className }: PictureProps) {
  const drawn = eager ? sizes : `auto, ${sizes}`;
  const set = (format: "avif" | "webp") => image.sizes.map((size) => `${size[format]} ${size.width}w`).join(", ");
  return (
    // `contents` keeps `<source>` elements out of the parent's layout.
    <picture className="contents">
      {image.sizes.length > 0 && (
        <>
          <source className="hidden" type="image/avif" srcSet={set("avif")} sizes={drawn} />
          <source className="hidden" type="image/webp" srcSet={set("webp")} sizes={drawn} />
        </>
      )}
      <img
        src={image.url}
        alt={alt}
        width={image.width}
        height={image.height}
        sizes={drawn}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        draggable={false}
        className={className}
      />
    </picture>
  );
}

interface PhotoProps {
  image: PictureSource | null | undefined;
  sport: string | undefined;
  sizes?: string;
  className?: string;
}

/** Fills its frame, so the caller gives it a size. Hidden from screen readers: the name stands beside it. */
export const Photo = ({ image, sport, sizes, className }: PhotoProps) =>
  image ? (
    <Picture
      image={image}
      alt=""
      {...(sizes === undefined ? {} : { sizes })}
      className={cx("bg-sunken object-cover", className)}
    />
  ) : (
    <CourtArt sport={sport} className={className ?? ""} />
  );
