/** Photos of a facility or field: list, order, default, deletion, at once on the screen (optimistic). */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { files, type Photo } from "#contract/files.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { PhotoTarget } from "./upload-photo.ts";

/** Moves a photo to a position from 0. The first photo is the default one. */
export function reorderPhotos(photos: readonly Photo[], id: string, to: number): Photo[] {
  const one = photos.find((photo) => photo.id === id);
  const order = photos.filter((photo) => photo !== one);
  if (one) order.splice(Math.max(0, to), 0, one);
  return order.map((photo, position) => ({ ...photo, position, default: position === 0 }));
}

export function usePhotos(organizationId: string, target: PhotoTarget) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [announcement, setAnnouncement] = useState("");
  const list = endpointQuery(files.list, { params: { organizationId }, query: target });
  const { data, error, refetch } = useQuery(list);
  const photos = data?.data;
  // Only the last of several changes in a row reloads the list.
  const onSettled = () => {
    const running = [files.update, files.makeDefault].reduce(
      (sum, { name }) => sum + cache.isMutating({ mutationKey: [name] }),
      0,
    );
    if (running <= 1) void refresh();
  };
  const update = useMutation({ ...endpointMutation(files.update), scope: { id: "photos" }, onSettled });
  const makeDefault = useMutation({ ...endpointMutation(files.makeDefault), scope: { id: "photos" }, onSettled });
  const remove = useMutation({ ...endpointMutation(files.delete), onSuccess: () => refresh() });

  function refresh() {
    const endpoints = target.type === "facility" ? facilities : fields;
    for (const { name } of [endpoints.list, endpoints.read]) void cache.invalidateQueries({ queryKey: [name] });
    return cache.invalidateQueries({ queryKey: list.queryKey });
  }
  const show = (next: Photo[]) => {
    // A pending response would show the former order.
    void cache.cancelQueries({ queryKey: list.queryKey });
    cache.setQueryData(list.queryKey, (now) => now && { ...now, data: next });
  };
  return {
    photos,
    error,
    refetch,
    refresh,
    /** The last change, for screen readers. */
    announcement,
    move({ id }: Photo, to: number) {
      if (!photos || to < 0 || to >= photos.length) return;
      show(reorderPhotos(photos, id, to));
      setAnnouncement(t("files.moved", { position: to + 1, count: photos.length }));
      update.mutate({ params: { organizationId, fileId: id }, body: { position: to } });
    },
    putFirst({ id }: Photo) {
      if (photos) show(reorderPhotos(photos, id, 0));
      makeDefault.mutate({ params: { organizationId, fileId: id } });
    },
    remove: ({ id }: Photo) => remove.mutateAsync({ params: { organizationId, fileId: id } }),
  };
}
