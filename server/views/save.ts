/** Saves, changes and deletes views. Private views are visible to their owner only, also in live changes and activity. */
import { MAX_VIEWS, shareViewsPermission, type View, type views } from "#contract/views.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { lockAndReauthorize } from "#server/members/permissions.ts";
import { viewColumnMap } from "./column-map.ts";
import { deleteView, findView, insertView, listViewsOfOwner, updateView, type ViewReader } from "./queries.ts";

const lockAndCreateReader = async (call: Parameters<typeof lockAndReauthorize>[0]): Promise<ViewReader> => ({
  db: call.db,
  organizationId: call.organizationId,
  ...(await lockAndReauthorize(call, "events.show")),
});

/** null: the team. */
const ownerIdOf = ({ user }: ViewReader, isShared: boolean) => (isShared ? null : user.id);

function assertMayShare({ access }: ViewReader): void {
  if (!access.permissions.has(shareViewsPermission)) throw forbidden(shareViewsPermission);
}

/** @throws HttpError 422 on `name`, 409 for too many views */
async function assertNameAndSpaceFree(
  reader: ViewReader,
  { name, isShared, sight, except }: Omit<View, "id"> & { except?: string },
) {
  const { db, organizationId } = reader;
  const owned = { ownerId: ownerIdOf(reader, isShared), page: sight.page ?? "planning", name };
  const others = (await listViewsOfOwner(db, organizationId, owned)).filter(({ id }) => id !== except);
  if (others.some((other) => other.is_namesake)) throw invalidFields({ name: [message("views.nameTaken")] });
  if (others.length >= MAX_VIEWS) throw new HttpError(409, message("views.full", { count: MAX_VIEWS }));
}

/** Private views must not reveal their name. */
const toActivityState = ({ isShared, name }: View) => (isShared ? { name, isShared } : { isShared });

export async function createView(call: Call<typeof views.create>): Promise<View> {
  const { db, organizationId, now, body, record } = call;
  const { isShared } = body;
  const reader = await lockAndCreateReader(call);
  if (isShared) assertMayShare(reader);
  await assertNameAndSpaceFree(reader, body);
  const id = uuidv7(now);
  await insertView(db, {
    organization_id: organizationId,
    id,
    user_id: ownerIdOf(call, isShared),
    ...viewColumnMap.toRow(body),
    created_at: now,
    updated_at: now,
  });
  const view = await findView(reader, id);
  record({ after: toActivityState(view), skipsEntry: !isShared });
  return view;
}

export async function changeView(call: Call<typeof views.update>): Promise<View> {
  const { db, organizationId, now, params, body, record } = call;
  const reader = await lockAndCreateReader(call);
  const before = await findView(reader, params.viewId);
  const { id, ...draft } = { ...before, ...body };
  const { isShared } = draft;
  if (before.isShared || isShared) assertMayShare(reader);
  await assertNameAndSpaceFree(reader, { ...draft, except: id });
  await updateView(db, organizationId, id, {
    // A shared view that becomes private belongs to the caller.
    ...(isShared === before.isShared ? {} : { user_id: ownerIdOf(call, isShared) }),
    ...viewColumnMap.toRow(body),
    updated_at: now,
  });
  const view = await findView(reader, id);
  const isTold = (before.isShared || isShared) && JSON.stringify(view) !== JSON.stringify(before);
  record({ before: toActivityState(before), after: toActivityState(view), skipsEntry: !isTold });
  return view;
}

export async function removeView(call: Call<typeof views.delete>): Promise<null> {
  const { db, organizationId, params, record } = call;
  const reader = await lockAndCreateReader(call);
  const view = await findView(reader, params.viewId);
  if (view.isShared) assertMayShare(reader);
  await deleteView(db, organizationId, view.id);
  record({ before: toActivityState(view), skipsEntry: !view.isShared });
  return null;
}
