/** Lists and counts a person's notifications, and marks them as read. */
import {
  notificationTopics,
  topicOfKind,
  type Notification,
  type NotificationKind,
  type notifications,
} from "#contract/notifications.ts";
import type { Returns } from "#contract/kit.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertPersonalChanges } from "#server/kit/notify/live-changes.ts";
import { listTeamAccess } from "#server/members/permissions.ts";
import {
  countUnread,
  findOwnIds,
  listNotifications,
  listOrganizationNames,
  updateToRead,
  updateToUnread,
  type NotificationRow,
} from "./queries.ts";
import { countMovedDates, readSubjects, type Subject } from "./subjects.ts";

const findReader = async ({ db, user }: Pick<Call, "db" | "user">) => ({
  userId: user.id,
  access: await listTeamAccess(db, user.id),
});

export const serializeNotification = (
  row: NotificationRow,
  subject: Subject,
  names: ReadonlyMap<string, string>,
): Notification => ({
  id: row.id,
  kind: row.kind as NotificationKind,
  organization: {
    id: row.organization_id ?? "",
    name: names.get(row.organization_id ?? "") ?? "",
  },
  at: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
  count: row.kind === "own_booking_moved" ? countMovedDates(row) : row.count,
  ...subject,
});

export async function listOwn(call: Call<typeof notifications.list>): Promise<Returns<typeof notifications.list>> {
  const reader = await findReader(call);
  const { data, meta } = await listNotifications(call.db, reader, call.query);
  const subjectOf = await readSubjects(call.db, data);
  const names = await listOrganizationNames(
    call.db,
    data.flatMap(({ organization_id }) => organization_id ?? []),
  );
  return { data: data.map((row) => serializeNotification(row, subjectOf(row), names)), meta };
}

export async function countOwn(call: Call<typeof notifications.count>): Promise<Returns<typeof notifications.count>> {
  const reader = await findReader(call);
  const { organizationId } = call.query;
  const rows = await countUnread(call.db, reader);
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  const within = organizationId ? rows.filter((row) => row.organization_id === organizationId) : rows;
  return {
    unread: sum(within),
    topics: notificationTopics.map((topic) => ({
      topic,
      unread: sum(within.filter(({ kind }) => topicOfKind[kind] === topic)),
    })),
    organizations: reader.access.map(({ id, name }) => ({
      id,
      name,
      unread: sum(rows.filter((row) => row.organization_id === id)),
    })),
  };
}

const noteOwnChange = ({ db, user, now }: Pick<Call, "db" | "user" | "now">, count: number): Promise<void> =>
  insertPersonalChanges(db, { module: "notifications", userIds: count > 0 ? [user.id] : [], at: now });

/** @throws HttpError 422 without exactly one of both */
const assertOne = (one: string, first: unknown, second: unknown) => {
  if ((first === undefined) === (second === undefined))
    throw invalidFields({ [one]: [message("notifications.chooseOne")] });
};

export async function markOwnRead(call: Call<typeof notifications.read>): Promise<Returns<typeof notifications.read>> {
  const { ids, until, organizationId, topic } = call.body;
  assertOne("until", ids, until);
  const reader = await findReader(call);
  const which = ids ? { ids: await findOwnIds(call.db, reader, ids) } : { until: new Date(until ?? "") };
  const count = await updateToRead(call.db, reader, { which, organizationId, topic, now: call.now });
  await noteOwnChange(call, count);
  return { readAt: call.now.toISOString(), count };
}

export async function markOwnUnread(
  call: Call<typeof notifications.unread>,
): Promise<Returns<typeof notifications.unread>> {
  const { ids, readAt } = call.body;
  assertOne("readAt", ids, readAt);
  const reader = await findReader(call);
  const which = ids ? { ids: await findOwnIds(call.db, reader, ids) } : { readAt: new Date(readAt ?? "") };
  const count = await updateToUnread(call.db, reader, which);
  await noteOwnChange(call, count);
  return { count };
}
