/** Reacts when time comes free, when people book, and when accounts end. */
import { dayBounds } from "#contract/hours-rules.ts";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { publish, type DomainEventListeners, type TenantContext } from "#server/kit/events/domain-events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { endEntry, leaveEntry } from "./answer.ts";
import { MATCH_JOB } from "./jobs.ts";
import { notifyWithdrawn } from "./notify.ts";
import {
  deleteEntriesOf,
  findEntry,
  findOfferOfEvent,
  findWaitingFor,
  insertRelease,
  listEntriesOf,
  updateEntry,
  updateOfferEnded,
} from "./queries.ts";

interface FreeTime {
  /** Null: any field. */
  fieldId: string | null;
  start: Date;
  end: Date;
  userId: string | null;
  keptUntil?: Date | undefined;
}

/** Time is matched once whoever ended a booking can no longer undo that. */
async function noteRelease(context: TenantContext, { keptUntil, ...time }: FreeTime): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  if (time.end <= now || !(await findWaitingFor(db, organizationId, time, now))) return;
  const due = keptUntil ?? new Date(now.getTime() + UNDO_MS);
  await insertRelease(db, {
    ...{ organization_id: organizationId, id: uuidv7(now), field_id: time.fieldId, user_id: time.userId },
    ...{ start_time: time.start, end_time: time.end, due_at: due },
  });
  await appContext.jobs.send(db, MATCH_JOB, {}, { after: due });
}

export const listeners = {
  "events.released": noteRelease,
  "hours.reopened": async (context, { from, to }) => {
    const { timezone } = await findSettings(context);
    const [start, end] = [new Date(dayBounds(from, timezone).start), new Date(dayBounds(to, timezone).end)];
    await noteRelease(context, { fieldId: null, start, end, userId: null });
  },
  "events.offerEnded": async (context, { eventId, outcome }) => {
    const { db, now, organizationId } = context;
    const offer = await findOfferOfEvent(db, organizationId, eventId);
    if (!offer || !(await updateOfferEnded(db, organizationId, offer.id, { status: outcome, ended_at: now }))) return;
    const entry = await findEntry(db, organizationId, offer.entry_id);
    if (entry?.status === "offered") await updateEntry(db, organizationId, entry.id, { status: "waiting" });
    await publish(context, "waitlist.answered", { eventId });
    if (outcome === "withdrawn") await notifyWithdrawn(context, offer.id);
  },
  "accounts.closed": async (context, { userId }) => {
    for (const { organization_id: organizationId, id } of await listEntriesOf(context.db, userId))
      await endEntry({ ...context, organizationId }, id);
    await deleteEntriesOf(context.db, userId);
  },
  "members.left": async (context, { organizationId, userId }) => {
    for (const entry of await listEntriesOf(context.db, userId, organizationId)) await leaveEntry(context, entry);
  },
} satisfies DomainEventListeners;
