import { CourtArt } from "./court-art.tsx";
import { cx } from "./cx.ts";

/** A picture in several sizes, as the contract's `Image`. */
export interface PictureSource {
  /** The largest one. */
  url: string;
  width: number;
  height: number;
  sizes: readonly { width: number; webp: string; avif: string }[];
}

interface PictureProps {
  image: PictureSource;
  /** What it shows; empty where a name stands beside it. */
  alt: string;
  /** How wide it is drawn, as in HTML: where lazily loaded pictures may measure themselves, they do. */
  sizes?: string;
  eager?: boolean;
  className?: string;
}

/** The smallest file that fills the place in the best format; its place is kept until it comes. */
export function Picture({ image, alt, sizes = "20rem", eager = false, className }: PictureProps) {
  const drawn = eager ? sizes : `auto, ${sizes}`;
  const set = (format: "avif" | "webp") => image.sizes.map((size) => `${size[format]} ${size.width}w`).join(", ");
  return (
    // Its sources would be laid out as well, where something spaces them.
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
  /** Whose court stands in for it. */
  sport: string | undefined;
  sizes?: string;
  className?: string;
}

/** A picture of a place, or the court of its first sport. Decorative: the name stands beside it. Give it a size. */
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
