import { ChevronLeft, ChevronRight, Star, Trash2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { Photo } from "#contract/files.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Picture } from "#web/kit/ui/photo.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface PhotoTileActions {
  move: (to: number) => void;
  putFirst: () => void;
  remove: () => void;
}

interface PhotoTileProps {
  photo: Photo;
  /** From 0. */
  index: number;
  count: number;
  name: string;
  onOpen: () => void;
  /** Undefined for those who may not edit photos. */
  actions: PhotoTileActions | undefined;
  dragging: "this" | "onto" | undefined;
  handlers: Partial<ComponentProps<"button">>;
}

export function PhotoTile({ photo, index, count, name, onOpen, actions, dragging, handlers }: PhotoTileProps) {
  const t = useTranslation();
  const position = index + 1;
  const act = (kind: string, label: string, icon: ReactNode, onClick: () => void, enabled = true) => (
    <Button
      variant="ghost"
      size="icon"
      data-act={kind}
      aria-label={label}
      title={label}
      disabled={!enabled}
      onClick={onClick}
    >
      {icon}
    </Button>
  );
  return (
    <li
      data-photo={photo.id}
      className={cx(
        "flex flex-col overflow-hidden rounded-xl border border-line bg-surface transition-[opacity,box-shadow]",
        index === 0 && "col-span-2 sm:row-span-2",
        dragging === "this" && "opacity-40",
        dragging === "onto" && "ring-2 ring-ring",
      )}
    >
      <button
        type="button"
        {...(actions ? handlers : {})}
        onClick={onOpen}
        className={cx(
          "relative block aspect-4/3 flex-1 focus-visible:-outline-offset-2",
          actions && count > 1 && "active:cursor-grabbing",
        )}
      >
        <Picture
          image={photo}
          alt={t("files.photoOf", { name, position, count })}
          sizes={index === 0 ? "(min-width: 64rem) 42rem, 100vw" : "(min-width: 64rem) 21rem, 50vw"}
          className="absolute inset-0 size-full bg-sunken object-cover"
        />
        {photo.default && (
          <Badge tone="lime" className="absolute top-2 left-2 max-w-[calc(100%-1rem)] shadow-xs">
            {t("files.defaultPhoto")}
          </Badge>
        )}
      </button>
      {actions && (
        <div className="flex flex-wrap items-center justify-between border-t border-line p-1">
          <span className="flex">
            {act(
              "left",
              t("files.moveLeft", { position }),
              <ChevronLeft aria-hidden />,
              () => actions.move(index - 1),
              index > 0,
            )}
            {act(
              "right",
              t("files.moveRight", { position }),
              <ChevronRight aria-hidden />,
              () => actions.move(index + 1),
              index < count - 1,
            )}
          </span>
          <span className="flex">
            {!photo.default &&
              act("default", t("files.makeDefault", { position }), <Star aria-hidden />, actions.putFirst)}
            {act("delete", t("files.deleteOne", { position }), <Trash2 aria-hidden />, actions.remove)}
          </span>
        </div>
      )}
    </li>
  );
}
