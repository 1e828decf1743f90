/** The photos of one facility or field, and what may be done with their order: shown at once, then told to the server. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { files, type Photo } from "#contract/files.ts";
import { read, write } from "#web/kit/api.ts";
import { useWords } from "#web/kit/words.ts";
import type { PhotoTarget } from "./upload-photo.ts";

/** The photos with one of them at another place, from 0; the others make room, and the first is the default one. */
export function moved(photos: readonly Photo[], id: string, to: number): Photo[] {
  const one = photos.find((photo) => photo.id === id);
  const order = photos.filter((photo) => photo !== one);
  if (one) order.splice(Math.max(0, to), 0, one);
  return order.map((photo, position) => ({ ...photo, position, default: position === 0 }));
}

/** @param organizationId of the one that the facility or field belongs to */
export function usePhotos(organizationId: string, target: PhotoTarget) {
  const t = useWords();
  const cache = useQueryClient();
  const [said, setSaid] = useState("");
  const list = read(files.list, { params: { organizationId }, query: target });
  const { data, error, refetch } = useQuery(list);
  const photos = data?.data;
  // Of several changes in a row, the last one asks how things are now.
  const onSettled = () => {
    const running = [files.update, files.makeDefault].reduce(
      (sum, { name }) => sum + cache.isMutating({ mutationKey: [name] }),
      0,
    );
    if (running <= 1) void refresh();
  };
  const update = useMutation({ ...write(files.update), scope: { id: "photos" }, onSettled });
  const makeDefault = useMutation({ ...write(files.makeDefault), scope: { id: "photos" }, onSettled });
  const remove = useMutation({ ...write(files.delete), onSuccess: () => refresh() });

  /** Asks for the photos anew, and for what shows the default one. */
  function refresh() {
    const room = target.type === "facility" ? facilities : fields;
    for (const { name } of [room.list, room.read]) void cache.invalidateQueries({ queryKey: [name] });
    return cache.invalidateQueries({ queryKey: list.queryKey });
  }
  const show = (next: Photo[]) => {
    // What is on its way is how they were before.
    void cache.cancelQueries({ queryKey: list.queryKey });
    cache.setQueryData(list.queryKey, (now) => now && { ...now, data: next });
  };
  return {
    photos,
    error,
    refetch,
    refresh,
    /** The last change, for those who cannot see it. */
    said,
    move({ id }: Photo, to: number) {
      if (!photos || to < 0 || to >= photos.length) return;
      show(moved(photos, id, to));
      setSaid(t("files.moved", { position: to + 1, count: photos.length }));
      update.mutate({ params: { organizationId, fileId: id }, body: { position: to } });
    },
    putFirst({ id }: Photo) {
      if (photos) show(moved(photos, id, 0));
      makeDefault.mutate({ params: { organizationId, fileId: id } });
    },
    remove: ({ id }: Photo) => remove.mutateAsync({ params: { organizationId, fileId: id } }),
  };
}
