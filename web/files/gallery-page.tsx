/** The photos of a facility or a field: looked at by everybody, added, ordered and deleted by those who may. */
import { useQuery } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { files, mostPhotos, type Photo } from "#contract/files.ts";
import { read } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { CourtLines } from "#web/kit/court-art.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { loaded } from "#web/kit/loaded.ts";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { useDragPhoto } from "./drag-photo.ts";
import { usePhotos } from "./photo-order.ts";
import { PhotoTile } from "./photo-tile.tsx";
import type { PhotoTarget } from "./upload-photo.ts";

const loadAddPhotos = () => import("./add-photos.tsx");
const loadLightbox = () => import("./lightbox.tsx");
const AddPhotos = lazy(loadAddPhotos);
const Lightbox = lazy(loadLightbox);

export function FacilityGallery() {
  const { organizationId } = useScope();
  const facilityId = useParam("facilityId");
  const { data } = useQuery(read(facilities.read, { params: { organizationId, facilityId } }));
  if (!data) return <Pending />;
  return <Gallery key={facilityId} target={{ type: "facility", facilityId }} place={data.data} />;
}

export function FieldGallery() {
  const { organizationId } = useScope();
  const fieldId = useParam("fieldId");
  const { data } = useQuery(read(fields.read, { params: { organizationId, fieldId } }));
  if (!data) return <Pending />;
  return <Gallery key={fieldId} target={{ type: "field", fieldId }} place={data.data} />;
}

interface GalleryProps {
  target: PhotoTarget;
  place: { name: string; organization: { id: string }; sports: readonly { name: string }[] };
}

function Gallery({ target, place: { name, organization, sports } }: GalleryProps) {
  const t = useWords();
  const mayChange = useScope().can(files.update);
  const { photos, error, refetch, refresh, said, move, putFirst, remove } = usePhotos(organization.id, target);
  const [isAdding, setIsAdding] = useState(false);
  const [shown, setShown] = useState<string>();
  const [asked, setAsked] = useState<Photo>();
  const whole = useRef<HTMLElement>(null);
  const acted = useRef<{ id: string; kind: string }>(undefined);
  const { drag, isEnding, handlers } = useDragPhoto((id, onto) => {
    const photo = photos?.find((one) => one.id === id);
    if (photo) move(photo, photos?.findIndex((one) => one.id === onto) ?? -1);
  });

  // A photo that moves takes the focus away from its button.
  useEffect(() => {
    const { id, kind } = acted.current ?? {};
    acted.current = undefined;
    if (kind === undefined || document.activeElement !== document.body) return;
    const tile = whole.current?.querySelector(`[data-photo="${id}"]`);
    (tile?.querySelector<HTMLElement>(`[data-act=${kind}]:enabled`) ?? tile?.querySelector("button"))?.focus();
  }, [photos]);

  if (error) return <FailedState error={error} onRetry={refetch} />;
  if (!photos) return <Pending />;
  const open = async (id: string) => {
    if (await loaded(loadLightbox)) setShown(id);
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
  const addButton = mayChange && photos.length < mostPhotos && (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => void loaded(loadAddPhotos).then(setIsAdding)}>
      <ImagePlus aria-hidden />
      {t(photos.length > 0 ? "files.addPhotos" : "files.addPhoto")}
    </Button>
  );
  return (
    <section ref={whole} tabIndex={-1} aria-label={t("files.gallery")} className="outline-none">
      {photos.length === 0 ? (
        <div className="flex flex-col items-center rounded-xl border border-line px-6 py-14 text-center">
          <CourtLines sport={sports[0]?.name} className="mb-5 h-24 text-line-strong" />
          <p className="font-medium">{t("files.none")}</p>
          <p className="mt-1 max-w-sm text-13 text-ink-3">{t("files.noneHint")}</p>
          {addButton && <div className="mt-5">{addButton}</div>}
        </div>
      ) : (
        <>
          <div className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-3">
            <p className="text-13 text-ink-3 tnum">
              {t("files.countOf", { count: photos.length, max: mostPhotos })}
              {mayChange && photos.length >= mostPhotos && ` · ${t("files.fullHint")}`}
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
        {said}
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
          <AddPhotos
            organizationId={organization.id}
            target={target}
            room={mostPhotos - photos.length}
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

const Pending = () => (
  <div aria-busy>
    <Skeleton className="mb-4 h-8 w-36" />
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Skeleton className="col-span-2 aspect-4/3 rounded-xl" />
    </div>
  </div>
);
