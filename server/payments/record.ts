/** What the team does about money that is due: takes it at the desk, or asks for it by mail. */
import type { PaymentDetail, payments } from "#contract/payments.ts";
import { stateOf } from "#contract/events-rules.ts";
import { confirmPayment } from "#server/events/holds.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findAddressee } from "#server/members/mail.ts";
import { formatMoney } from "#words/money.ts";
import type { Language } from "#words/words.ts";
import { minute, openFor, sceneOf, type Page } from "./checkout.ts";
import { dueOf, insertPayment, payerOf, tellSucceeded } from "./ledger.ts";
import { tellPaid } from "./mail.ts";
import { sendClosing } from "./pages.ts";
import { findPayment } from "./queries.ts";

/** @throws Problem 409 where nothing is due, 422 beside the amount above what is */
export async function record(call: Call<typeof payments.record>): Promise<PaymentDetail> {
  const { db, now, organizationId, user, body, params, language } = call;
  const event = await findEventToChange(db, call, params.eventId);
  const due = dueOf(event);
  if (due === 0) throw new Problem(409, say("payments.nothingDue"));
  const most = say("payments.moreThanDue", { amount: formatMoney(due, event.currency, language) });
  if (body.amount > due) throw invalid({ amount: [most] });
  const id = v7(now);
  await insertPayment(db, {
    organization_id: organizationId,
    id,
    event_id: event.id,
    ...(await payerOf(db, event)),
    method: body.method,
    status: "succeeded",
    amount: body.amount,
    currency: event.currency,
    stripe_fee: 0,
    note: body.note ?? null,
    recorded_by: user.id,
    paid_at: now,
    created_at: now,
    updated_at: now,
  });
  // Who pays at the desk what is held until it is paid has paid for it.
  if (stateOf(event) === "pendingPayment") await confirmPayment(call, event.id);
  await tellSucceeded(call, { id, event_id: event.id });
  await sendClosing(call, event.id);
  await tellPaid(call, id);
  call.record({
    subjectId: id,
    after: { eventId: event.id, method: body.method, amount: body.amount, currency: event.currency },
  });
  return findPayment(call, organizationId, id);
}

/** As long as the provider lets a page live, less what the call may take. */
const linkMs = 24 * 60 * minute - minute;

export interface Link extends Page {
  email: string;
  language: Language;
}

/** @throws Problem 409 for what is held until it is paid: its booker is paying, 422 where nobody's address is known */
export async function prepareLink(call: Call<typeof payments.link>): Promise<Link> {
  const { db, organizationId, params, body, language } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (stateOf(event) === "pendingPayment") throw new Problem(409, say("payments.beingPaid"));
  const known = event.customer_id ? await findAddressee(db, organizationId, event.customer_id) : undefined;
  const email = body.email ?? known?.email;
  if (!email) throw invalid({ email: [say("payments.noEmail")] });
  const reads = known?.language ?? language;
  const page = await openFor(sceneOf(call), { eventId: event.id, language: reads, livesMs: linkMs, email });
  return { ...page, email, language: reads };
}
