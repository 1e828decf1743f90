/** Freezes memberships, and ends freezes: the term ends later by their days. */
import type { FreezePreview, Subscription, subscriptions } from "#contract/subscriptions.ts";
import { countDays, type DateSpan, isIn, MAX_FREEZE_BACKDATING } from "#contract/subscriptions-rules.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { saveSubscription } from "./changes.ts";
import { countFreezeDaysLeft, findSubscriptionInScope, serializeSubscription } from "./queries.ts";
import {
  freezesOf,
  type SubscriptionWithTerms,
  lockWithCustomer,
  presentTerm,
  spanOf,
  stateOf,
  type TermRow,
  todayOf,
} from "./rows.ts";

const isFreezable = (held: SubscriptionWithTerms, now: Date): boolean =>
  ["active", "scheduled", "frozen"].includes(stateOf(held, now));

/** The term that a freeze begins in. @throws HttpError 409 for a membership that does not run, 422 on `from` or `to` */
function findFrozenTerm(
  held: SubscriptionWithTerms,
  { from, to }: DateSpan,
  { now, language }: { now: Date; language: Language },
): TermRow {
  const today = todayOf(held, now);
  const state = stateOf(held, now);
  if (!isFreezable(held, now)) throw new HttpError(409, message("subscriptions.notRunning"));
  const { date } = dateFormats(language, "UTC");
  const said = (local: string) => date(`${local}T12:00:00Z`);
  if (to < from) throw invalidFields({ to: [message("hours.endsBeforeStart")] });
  const first = addDays(today, -MAX_FREEZE_BACKDATING);
  if (from < first) throw invalidFields({ from: [message("subscriptions.freezeTooEarly", { date: said(first) })] });
  const term = presentTerm(held, state === "scheduled" ? held.row.starts_on : today);
  if (!isIn(from, spanOf(term)))
    throw invalidFields({
      from: [message("subscriptions.freezeInTerm", { from: said(term.from_on), to: said(term.to_on) })],
    });
  if (freezesOf(held).some((freeze) => freeze.from <= to && freeze.to >= from))
    throw invalidFields({ from: [message("subscriptions.frozenAlready")] });
  const days = countDays({ from, to });
  const { freezeMinDays: min } = term.terms;
  if (days < min) throw invalidFields({ to: [message("subscriptions.freezeTooShort", { count: min })] });
  const left = countFreezeDaysLeft(held, term.from_on);
  if (days > left) throw invalidFields({ to: [message("subscriptions.freezeTooLong", { count: left })] });
  return term;
}

/** @throws HttpError 404, 422 on `from` or `to`, also where the membership does not run: reading conflicts with nothing */
export async function previewFreeze(call: Call<typeof subscriptions.freezePreview>): Promise<FreezePreview> {
  const { now, params, query } = call;
  const held = await findSubscriptionInScope(call, params.subscriptionId);
  if (!isFreezable(held, now)) throw invalidFields({ from: [message("subscriptions.notRunning")] });
  const today = todayOf(held, now);
  const { from = today } = query;
  const { to = addDays(from, presentTerm(held, today).terms.freezeMinDays - 1) } = query;
  const term = findFrozenTerm(held, { from, to }, call);
  const days = countDays({ from, to });
  return { days, endsOn: addDays(term.to_on, days) };
}

/** A term and those that follow it move by days: this one ends later, the others begin later, too. */
async function moveTerms(
  context: TenantContext,
  held: SubscriptionWithTerms,
  term: TermRow,
  days: number,
): Promise<void> {
  const { db, now, organizationId } = context;
  for (const { id, from_on, to_on } of held.terms.filter((one) => one.from_on >= term.from_on)) {
    const after = { from: id === term.id ? from_on : addDays(from_on, days), to: addDays(to_on, days) };
    await db
      .updateTable("subscription_terms")
      .set({ from_on: after.from, to_on: after.to, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    await publish(context, "subscriptions.termMoved", { termId: id, before: { from: from_on, to: to_on }, after });
  }
}

/** @throws HttpError 404, 409 for a membership that does not run, 422 on `from` or `to` */
export async function freezeSubscription(call: Call<typeof subscriptions.freeze>): Promise<Subscription> {
  const { db, now, organizationId, user, params, body, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  const term = findFrozenTerm(held, body, call);
  const { from, to, reason } = body;
  await db
    .insertInto("subscription_freezes")
    .values({
      ...{ organization_id: organizationId, id: uuidv7(now), subscription_id: held.row.id },
      ...{ from_on: from, to_on: to, reason, by_id: user.id, created_at: now, updated_at: now },
    })
    .execute();
  await moveTerms(call, held, term, countDays(body));
  const after = await serializeSubscription(call, await saveSubscription(call, held.row.id));
  record({
    after: { name: after.name, from, to, endsOn: after.endsOn, reason },
    customerId: held.row.customer_id,
  });
  return after;
}

/** @throws HttpError 404, 409 where nothing is frozen */
export async function unfreezeSubscription(call: Call<typeof subscriptions.unfreeze>): Promise<Subscription> {
  const { db, now, organizationId, params, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  const today = todayOf(held, now);
  const freeze = held.freezes.find(({ to_on }) => to_on >= today);
  if (!freeze || held.row.canceled_on !== null) throw new HttpError(409, message("subscriptions.notFrozen"));
  const frozen = spanOf(freeze);
  // Today it grants again what it grants.
  const lastDay = addDays(today, -1);
  const freezes = (span: DateSpan) =>
    span.to < span.from
      ? db
          .deleteFrom("subscription_freezes")
          .where("organization_id", "=", organizationId)
          .where("id", "=", freeze.id)
          .execute()
      : db
          .updateTable("subscription_freezes")
          .set({ to_on: span.to, updated_at: now })
          .where("organization_id", "=", organizationId)
          .where("id", "=", freeze.id)
          .execute();
  await freezes({ from: frozen.from, to: lastDay });
  const unused = countDays(frozen) - countDays({ from: frozen.from, to: lastDay });
  await moveTerms(call, held, presentTerm(held, frozen.from), -unused);
  const after = await serializeSubscription(call, await saveSubscription(call, held.row.id));
  record({
    before: { from: frozen.from, to: frozen.to },
    after: { name: after.name, endsOn: after.endsOn },
    customerId: held.row.customer_id,
  });
  return after;
}
