/** Saves, changes and deletes views. Whose they are decides who may, and who hears of it: one's own are nobody else's business. */
import { mostViews, sharing, type View, type views } from "#contract/views.ts";
import { forbidden } from "#server/kit/gate.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { takeTurn } from "#server/members/standing.ts";
import { deleteView, findView, insertView, listBeside, updateView, type Reader } from "./queries.ts";

/** Whoever calls, in their turn and with the rights that they have then. */
const inTurn = async (call: Parameters<typeof takeTurn>[0]): Promise<Reader> => ({
  db: call.db,
  organizationId: call.organizationId,
  ...(await takeTurn(call, "events.show")),
});

/** Null: the team. */
const ownerOf = ({ user }: Reader, isShared: boolean) => (isShared ? null : user.id);

/** @throws Problem 403 */
function refuseSharing({ standing }: Reader): void {
  if (!standing.permissions.has(sharing)) throw forbidden(sharing);
}

/**
 * Room for one more of this name.
 * @param except the view itself, where it is there already
 * @throws Problem 422 beside `name`, 409 where there are too many
 */
async function refuseFull(
  reader: Reader,
  { name, isShared, except }: { name: string; isShared: boolean; except?: string },
) {
  const { db, organizationId } = reader;
  const others = (await listBeside(db, organizationId, ownerOf(reader, isShared), name)).filter(
    ({ id }) => id !== except,
  );
  if (others.some((other) => other.is_namesake)) throw invalid({ name: [say("views.nameTaken")] });
  if (others.length >= mostViews) throw new Problem(409, say("views.full", { count: mostViews }));
}

/** What the team may know of it. */
const told = ({ isShared, name }: View) => (isShared ? { name, isShared } : { isShared });

export async function create(call: Call<typeof views.create>): Promise<View> {
  const { db, organizationId, now, body, record } = call;
  const { name, isShared, sight } = body;
  const reader = await inTurn(call);
  if (isShared) refuseSharing(reader);
  await refuseFull(reader, { name, isShared });
  const id = v7(now);
  await insertView(db, {
    organization_id: organizationId,
    id,
    user_id: ownerOf(call, isShared),
    name,
    sight: JSON.stringify(sight),
    created_at: now,
    updated_at: now,
  });
  const view = await findView(reader, id);
  record({ after: told(view), isDone: !isShared });
  return view;
}

export async function change(call: Call<typeof views.update>): Promise<View> {
  const { db, organizationId, now, params, body, record } = call;
  const reader = await inTurn(call);
  const before = await findView(reader, params.viewId);
  const { id, name, isShared, sight } = { ...before, ...body };
  if (before.isShared || isShared) refuseSharing(reader);
  await refuseFull(reader, { name, isShared, except: id });
  await updateView(db, organizationId, id, {
    // Of one's own that was shared, the team keeps nothing: it is whoever took it.
    ...(isShared === before.isShared ? {} : { user_id: ownerOf(call, isShared) }),
    name,
    sight: JSON.stringify(sight),
    updated_at: now,
  });
  const view = await findView(reader, id);
  const isTold = (before.isShared || isShared) && JSON.stringify(view) !== JSON.stringify(before);
  record({ before: told(before), after: told(view), isDone: !isTold });
  return view;
}

export async function remove(call: Call<typeof views.delete>): Promise<null> {
  const { db, organizationId, params, record } = call;
  const reader = await inTurn(call);
  const view = await findView(reader, params.viewId);
  if (view.isShared) refuseSharing(reader);
  await deleteView(db, organizationId, view.id);
  record({ before: told(view), isDone: !view.isShared });
  return null;
}
