import { useQuery } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { files, MAX_PHOTOS, type Photo } from "#contract/files.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { CourtLines } from "#web/kit/ui/court-art.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { usePhotoDrag } from "./use-photo-drag.ts";
import { usePhotos } from "./use-photos.ts";
import { PhotoTile } from "./photo-tile.tsx";
import type { PhotoTarget } from "./upload-photo.ts";

const loadAddPhotosDialog = () => import("./add-photos-dialog.tsx");
const loadLightbox = () => import("./lightbox.tsx");
const AddPhotosDialog = lazy(loadAddPhotosDialog);
const Lightbox = lazy(loadLightbox);

export function FacilityGallery() {
  const { organizationId } = useScope();
  const facilityId = useRouteParam("facilityId");
  const { data } = useQuery(endpointQuery(facilities.read, { params: { organizationId, facilityId } }));
  if (!data) return <GallerySkeleton />;
  return <Gallery key={facilityId} target={{ type: "facility", facilityId }} place={data.data} />;
}

export function FieldGallery() {
  const { organizationId } = useScope();
  const fieldId = useRouteParam("fieldId");
  const { data } = useQuery(endpointQuery(fields.read, { params: { organizationId, fieldId } }));
  if (!data) return <GallerySkeleton />;
  return <Gallery key={fieldId} target={{ type: "field", fieldId }} place={data.data} />;
}

interface GalleryProps {
  target: PhotoTarget;
  place: { name: string; organization: { id: string }; sports: readonly { name: string }[] };
}

function Gallery({ target, place: { name, organization, sports } }: GalleryProps) {
  const t = useTranslation();
  const mayChange = useScope().can(files.update);
  const { photos, error, refetch, refresh, announcement, move, putFirst, remove } = usePhotos(organization.id, target);
  const [isAdding, setIsAdding] = useState(false);
  const [shown, setShown] = useState<string>();
  const [asked, setAsked] = useState<Photo>();
  const gallery = useRef<HTMLElement>(null);
  const acted = useRef<{ id: string; kind: string }>(undefined);
  const { drag, isEnding, handlers } = usePhotoDrag((id, onto) => {
    const photo = photos?.find((one) => one.id === id);
    if (photo) move(photo, photos?.findIndex((one) => one.id === onto) ?? -1);
  });

  // Moving a photo remounts its buttons, which loses the focus.
  useEffect(() => {
    const { id, kind } = acted.current ?? {};
    acted.current = undefined;
    if (kind === undefined || document.activeElement !== document.body) return;
    const tile = gallery.current?.querySelector(`[data-photo="${id}"]`);
    (tile?.querySelector<HTMLElement>(`[data-act=${kind}]:enabled`) ?? tile?.querySelector("button"))?.focus();
  }, [photos]);

  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!photos) return <GallerySkeleton />;
  const open = async (id: string) => {
    if (await loadWithToast(loadLightbox)) setShown(id);
  };
  const actionsOf = (photo: Photo, index: number) => ({
    move: (to: number) => {
      acted.current = { id: photo.id, kind: to < index ? "left" : "right" };
      move(photo, to);
    },
    putFirst: () => {
      acted.current = { id: photo.id, kind: "right" };
      putFirst(photo);
    },
    remove: () => setAsked(photo),
  });
  const addButton = mayChange && photos.length < MAX_PHOTOS && (
    <Button
      variant="primary"
      aria-haspopup="dialog"
      onClick={() => void loadWithToast(loadAddPhotosDialog).then(setIsAdding)}
    >
      <ImagePlus aria-hidden />
      {t(photos.length > 0 ? "files.addPhotos" : "files.addPhoto")}
    </Button>
  );
  return (
    <section ref={gallery} tabIndex={-1} aria-label={t("files.gallery")} className="outline-none">
      {photos.length === 0 ? (
        <div
          data-empty-state
          className="flex flex-col items-center rounded-xl border border-line px-6 py-14 text-center"
        >
          <CourtLines sport={sports[0]?.name} className="mb-5 h-24 text-line-strong" />
          <p className="font-medium">{t("files.none")}</p>
          <p className="mt-1 max-w-sm text-13 text-ink-3">{t("files.noneHint")}</p>
          {addButton ? (
            <div className="mt-5">{addButton}</div>
          ) : (
            <p className="mt-3 max-w-sm text-13 text-ink-2">{t("kit.managersAdd")}</p>
          )}
        </div>
      ) : (
        <>
          <div className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-3">
            <p className="text-13 text-ink-3 tnum">
              {t("files.countOf", { count: photos.length, max: MAX_PHOTOS })}
              {mayChange && photos.length >= MAX_PHOTOS && ` · ${t("files.fullHint")}`}
            </p>
            {addButton}
          </div>
          <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map((photo, index) => (
              <PhotoTile
                key={photo.id}
                photo={photo}
                index={index}
                count={photos.length}
                name={name}
                onOpen={() => !isEnding() && void open(photo.id)}
                actions={mayChange ? actionsOf(photo, index) : undefined}
                dragging={drag?.id === photo.id ? "this" : drag?.over === photo.id ? "onto" : undefined}
                handlers={handlers(photo.id)}
              />
            ))}
          </ol>
        </>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={t("files.deleteTitle", { position: (asked?.position ?? 0) + 1, name })}
        confirm={t("files.delete")}
        onConfirm={() => asked && remove(asked)}
      >
        {t("files.deleteText")}
      </ConfirmDialog>
      <Suspense>
        {isAdding && (
          <AddPhotosDialog
            organizationId={organization.id}
            target={target}
            remaining={MAX_PHOTOS - photos.length}
            hasPhotos={photos.length > 0}
            onAdded={refresh}
            onClose={() => setIsAdding(false)}
          />
        )}
        {shown !== undefined && (
          <Lightbox name={name} photos={photos} first={shown} onClose={() => setShown(undefined)} />
        )}
      </Suspense>
    </section>
  );
}

const GallerySkeleton = () => (
  <div aria-busy>
    <Skeleton className="mb-4 h-8 w-36" />
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Skeleton className="col-span-2 aspect-4/3 rounded-xl" />
    </div>
  </div>
);
