/** Who is told what of events, and when. */
import { cancelableUntil, undoMs } from "#contract/events-rules.ts";
import type { Scene } from "#server/kit/announce.ts";
import { among, type Database } from "#server/kit/database.ts";
import { sendMail, withdrawMails } from "#server/kit/mailer.ts";
import { findAddressee, listHolders } from "#server/members/mail.ts";
import { templates, type Kind, type Params, type Told } from "./mail.ts";
import { withNames } from "./shape.ts";

/** Whoever acted may think better of it for some seconds: until then these wait, and nobody hears of what did not stay. */
const waiting: readonly Kind[] = ["Moved", "Changed", "Canceled", "Rejected"];

const known = (db: Database, organizationId: string, ids: readonly string[]) =>
  withNames(db.selectFrom("events"), "en")
    .select(["facilities.complete_address", "organizations.timezone as usual_timezone"])
    .where("events.organization_id", "=", organizationId)
    .where(among("events.id", ids))
    .orderBy("events.start_time")
    .orderBy("events.id");
type Row = Awaited<ReturnType<ReturnType<typeof known>["executeTakeFirstOrThrow"]>>;

const toldOf = (row: Row): Told => ({
  id: row.id,
  name: row.name,
  start: row.start_time.toISOString(),
  end: row.end_time.toISOString(),
  field: row.field_name,
  people: row.people,
  price: row.price,
  changedAt: row.updated_at.toISOString(),
  isTentative: row.status === "pending",
  cancelableUntil: cancelableUntil(row).toISOString(),
});
/** What all events of one letter have in common. */
const common = (row: Row) => ({
  organizationId: row.organization_id,
  organization: row.organization_name,
  facility: row.facility_name,
  address: row.complete_address,
  timezone: row.timezone,
  currency: row.currency,
  customer: row.customer_full_name ?? row.customer_name,
  namesZone: row.timezone !== row.usual_timezone,
});

/** Who speaks, and of which organization; without a user it is a job. */
type Speaker = Scene & { user?: { id: string } };

/** Events as their customers know them: to be read before a change that they are told of. */
export const listKnown = (db: Database, organizationId: string, ids: readonly string[]): Promise<Row[]> =>
  known(db, organizationId, ids).execute();

const differs = (members: readonly (keyof Told)[]) => (one: Told, other: Told | undefined) =>
  other !== undefined && members.some((member) => one[member] !== other[member]);
const isMoved = differs(["start", "end", "field"]);
const isChanged = differs(["start", "end", "field", "name", "people", "price"]);

/** What is left to tell, where letters about the same event were still waiting and will not be sent. */
function leftToTell(
  kind: Kind,
  params: Params,
  withdrawn: readonly Params[],
): { kind: Kind; params: Params } | undefined {
  const heard = withdrawn.find(({ before }) => before)?.before ?? params.before;
  const isBack = withdrawn.length > 0 && (kind === "Restored" || kind === "Received");
  if (!heard) return isBack ? undefined : { kind, params };
  if (kind !== "Changed" && !isBack) return { kind, params: { ...params, before: heard } };
  const changed = params.events.flatMap((event, index) =>
    isChanged(event, heard[index]) ? [{ event, was: heard[index] ?? event }] : [],
  );
  if (changed.length === 0) return undefined;
  const [events, before] = [changed.map(({ event }) => event), changed.map(({ was }) => was)];
  const someMoved = changed.some(({ event, was }) => isMoved(event, was));
  return { kind: someMoved ? "Moved" : "Changed", params: { ...params, events, before } };
}

interface Telling {
  reason?: string | null | undefined;
  /** From `listKnown`, for what changed. */
  before?: readonly Row[];
  /** Somebody else than whose events they are now. */
  customerId?: string;
  /** False: nothing is told, and what was still to be told is not either. */
  notify?: boolean;
}

/**
 * Tells the customers of events what became of these: each in one letter, and nobody of what they did themselves but for the
 * confirmation of what they booked. Guests have no address.
 */
export async function tellCustomers(
  place: Speaker,
  kind: Kind,
  ids: readonly string[],
  { reason = null, before, customerId, notify = true }: Telling = {},
): Promise<void> {
  const { db, organizationId, now } = place;
  const [only] = ids.length === 1 && !customerId ? ids : [];
  const withdrawn = only ? (await withdrawMails(db, only)).map(({ params }) => params as Params) : [];
  if (!notify) return;
  const isOwnNews = kind === "Booked" || kind === "Received";
  const rows = await listKnown(db, organizationId, ids);
  for (const [id, own] of Map.groupBy(rows, (row) => customerId ?? row.customer_id)) {
    const [first] = own;
    if (!id || !first || (id === place.user?.id && !isOwnNews)) continue;
    const was = before && own.flatMap((row) => before.filter((one) => one.id === row.id).map(toldOf));
    const params = { ...common(first), events: own.map(toldOf), reason, ...(was && { before: was }) };
    const left = leftToTell(kind, params, withdrawn);
    const to = left && (await findAddressee(db, organizationId, id));
    if (!to) continue;
    const isHeld = only && waiting.includes(left.kind);
    await sendMail(place, {
      to: to.email,
      language: to.language,
      template: templates[left.kind],
      params: left.params,
      ...(isHeld && { about: only, after: new Date(now.getTime() + undoMs) }),
    });
  }
}

/** Tells whoever may approve that something waits for it. */
export async function tellApprovers(place: Speaker, ids: readonly string[]): Promise<void> {
  const { db, organizationId } = place;
  const rows = await listKnown(db, organizationId, ids);
  const [first] = rows;
  if (!first) return;
  const params = { ...common(first), events: rows.map(toldOf) };
  for (const { id, email: to, language } of await listHolders(db, organizationId, "events.approve")) {
    if (id !== place.user?.id) await sendMail(place, { to, language, template: templates.Requested, params });
  }
}

/** Tells of what was just booked: it stands, or it waits for an approval. */
export async function tellBooked(place: Speaker, ids: readonly string[], status: string): Promise<void> {
  await tellCustomers(place, status === "pending" ? "Received" : "Booked", ids);
  if (status === "pending") await tellApprovers(place, ids);
}
