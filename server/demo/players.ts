/**
 * Players of the member's next booking of several people, who share its price: one comes and has paid, one comes without an
 * account and has not, one has not answered.
 */
import type { Insertable } from "kysely";
import { findCancellationEnd } from "#contract/events-cancellation-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { dividePrice, findSettlingTime } from "#contract/participants-shares-rules.ts";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findDeskMember } from "./bookers.ts";
import type { EventRow } from "./booking-rows.ts";
import { memberCustomerId } from "./customers.ts";
import type { SalePlanContext } from "./packs.ts";
import type { DemoPayment } from "./payments.ts";
import type { PersonPlan } from "./people.ts";
import { demoId } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

type PlayerRow = Insertable<Tables["event_participants"]>;

/** With whom the organizer has booked. */
const MIN_PEOPLE = 4;
/** Shares are unpaid for some days more, however late somebody looks at the demo. */
const LEAST_DAYS = 3;

export interface DemoPlayers {
  players: PlayerRow[];
  splits: Insertable<Tables["event_splits"]>[];
  /** The player without an account. */
  customers: Insertable<Tables["customers"]>[];
  charges: Insertable<Tables["charges"]>[];
  payments: DemoPayment[];
}

interface PlayersContext extends Omit<SalePlanContext, "fields"> {
  fields: readonly { fieldId: string; plan: { name: string } }[];
  /** The language of invitations. */
  language: string;
}

const toTime = (at: Date | string): number => new Date(at).getTime();

/** @returns the member's own, or another one's, whose start is so many days ahead; undefined if nobody has any */
function pickGame(events: readonly EventRow[], { now, debts }: Pick<PlayersContext, "now" | "debts">) {
  const organizer = demoId("user member");
  const mayPlay = (event: EventRow) =>
    event.organization_id === demoId(PUBLIC_KEY) &&
    event.kind === "event" &&
    event.status === "approved" &&
    event.user_id !== null &&
    (event.people ?? 0) >= MIN_PEOPLE &&
    toTime(event.start_time) > now.getTime() + DAY_MS;
  const isShared = (event: EventRow) =>
    Boolean(event.price && event.customer_id) &&
    !event.covered &&
    !debts.has(event.id) &&
    toTime(event.start_time) > now.getTime() + LEAST_DAYS * DAY_MS;
  const coming = events.filter(mayPlay).toSorted((one, other) => toTime(one.start_time) - toTime(other.start_time));
  const ofMember = coming.filter(({ user_id }) => user_id === organizer);
  const game = ofMember.find(isShared) ?? coming.find(isShared) ?? ofMember[0] ?? coming[0];
  return game && { game, isShared: isShared(game) };
}

/** Plans the players, and divides the price of their booking, whose own charge is what is left. */
export function generateDemoPlayers(events: readonly EventRow[], context: PlayersContext): DemoPlayers {
  const { people, now, language } = context;
  const organization_id = demoId(PUBLIC_KEY);
  const planned: DemoPlayers = { players: [], splits: [], customers: [], charges: [], payments: [] };
  const found = pickGame(events, context);
  if (!found) return planned;
  const { game } = found;
  const isMember = ({ organization, roleId }: PersonPlan["roles"][number]) =>
    organization === PUBLIC_KEY && roleId === MEMBER_ROLE_ID;
  const friend = people.find(({ id, roles }) => id !== game.user_id && roles.some(isMember));
  const row = (index: number, more: Pick<PlayerRow, "name" | "state"> & Partial<PlayerRow>): PlayerRow => ({
    ...{ organization_id, id: demoId(`player ${index}`), event_id: game.id, language },
    ...{ invited_by: game.user_id, invited_at: new Date(now.getTime() - DAY_MS + index) },
    ...{ told_start: game.start_time, told_end: game.end_time, told_field_id: game.field_id },
    ...more,
  });
  const answered_at = new Date(now.getTime() - DAY_MS / 2);
  const lea = { name: "Léa Moreau", email: "lea.moreau@example.org" };
  planned.players = [
    ...(friend
      ? [row(0, { name: `${friend.firstName} ${friend.lastName}`, state: "accepted", user_id: friend.id, answered_at })]
      : []),
    row(1, { ...lea, state: "accepted", answered_at }),
    row(2, { name: "Hugo Petit", state: "invited", email: "hugo.petit@example.org" }),
  ];
  if (found.isShared) share(planned, game, { ...context, friend, lea, answeredAt: answered_at });
  return planned;
}

interface ShareContext extends PlayersContext {
  friend: PersonPlan | undefined;
  lea: { name: string; email: string };
  answeredAt: Date;
}

function share(planned: DemoPlayers, game: EventRow, context: ShareContext): void {
  const { organizations, fields, people, productId, friend, lea, answeredAt } = context;
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  const price = game.price ?? 0;
  const others = (game.people ?? MIN_PEOPLE) - 1;
  const division = dividePrice({ price, fixed: 0, ownFixed: null, others });
  if (!plan || !division) return;
  const { own, each } = division;
  const [start, bookedAt] = [new Date(game.start_time), new Date(game.created_at)];
  const deadline = findCancellationEnd({ start, policy: null, deadline: null });
  const { organization_id } = game;
  Object.assign(game, { shared: price - own });
  planned.splits.push({
    ...{ organization_id, event_id: game.id, own, each, created_at: game.created_at },
    settles_at: findSettlingTime({ deadline, bookedAt, start }),
  });
  const [first_name = "", last_name = ""] = lea.name.split(" ");
  const customerId = demoId("customer of player 1");
  const stamps = { created_at: answeredAt, updated_at: answeredAt };
  planned.customers.push({
    ...{ organization_id, id: customerId, kind: "person", first_name, last_name, email: lea.email, ...stamps },
    ...{ guest_since: answeredAt, email_verified_at: answeredAt },
  });
  const language = languageOfCountry(plan.countryId);
  const field = fields.find(({ fieldId }) => fieldId === game.field_id)?.plan.name ?? game.name;
  const date = dateFormats(language, plan.timezone).day(start);
  const charge = (index: number, debtorId: string, settled: number) => ({
    ...{ organization_id, id: demoId(`share of player ${index}`), kind: "share", customer_id: debtorId },
    ...{ product_id: productId, label: translators[language]("participants.shareLabel", { field, date }) },
    ...{ quantity: 1, unit_price: each, amount: each, credited: 0, settled, due_at: start, currency: plan.currency },
    ...{ share_of: game.id, participant_id: demoId(`player ${index}`), ...stamps },
    vat_rate: plan.vatProfile === "standard" ? 2000 : 0,
  });
  if (friend) {
    const paid = charge(0, memberCustomerId(PUBLIC_KEY, friend.id), each);
    planned.charges.push(paid);
    planned.payments.push({
      ...{ organization_id, id: demoId("payment of share"), event_id: null, charge_id: paid.id, user_id: friend.id },
      ...{ payer_name: `${friend.firstName} ${friend.lastName}`, method: "card_on_site", status: "succeeded" },
      ...{ amount: each, currency: plan.currency, provider_fee: 0, recorded_by: findDeskMember(people, plan.key).id },
      ...{ paid_at: answeredAt, ...stamps },
    });
  }
  planned.charges.push(charge(1, customerId, 0));
}
