import { describe, expect, test } from "vitest";
import { dateFormats } from "#messages/dates.ts";
import { type Language, translator } from "#messages/translator.ts";
import en from "#messages/en.json" with { type: "json" };
import fr from "#messages/fr.json" with { type: "json" };
import {
  computeCancellation,
  describeCancellation,
  describeFutureCancellation,
  joinCancellation,
} from "./events-cancellation-rules.ts";
import { cancellationOf, eventStates, type EventLifecycle, findTransition } from "./events-states-rules.ts";

const start = new Date("2026-11-25T18:00:00Z");
const deadline = 24;
const policy = { until: 1440, steps: [{ from: 1440, percent: 100 }] };
const before = (hours: number, ms = 0) => new Date(start.getTime() - hours * 3_600_000 + ms);
const ruleAt = (now: Date, more: object = {}) =>
  computeCancellation({ start, deadline, policy, paid: 3600, ...more }, { now });
const words = (language: Language, contact: { phone?: string; email?: string } = {}) => ({
  t: translator(language, language === "en" ? en : fr),
  at: dateFormats(language, "Europe/Paris").zonedDayTime,
  contact: { phone: contact.phone ?? null, email: contact.email ?? null },
});
const phone = "04 72 00 12 34";

test("one millisecond before the deadline, at it and after it, the state and the refund agree", () => {
  for (const now of [before(48), before(24, -1), before(24)])
    expect(ruleAt(now)).toEqual({
      ...{ state: "open", until: before(24), refundNow: 3600, refundAfter: 0 },
      steps: [{ until: before(24), percent: 100 }],
    });
  for (const now of [before(24, 1), before(0, -1)]) expect(ruleAt(now)).toMatchObject({ state: "late", refundNow: 0 });
  for (const now of [start, before(-1)]) expect(ruleAt(now)).toMatchObject({ state: "started", refundNow: 0 });
});

test("an unpaid hold is released until the start; what is canceled, rejected or played has ended", () => {
  expect(ruleAt(before(1), { state: "pendingPayment", paid: 0 })).toMatchObject({ state: "open", until: start });
  expect(ruleAt(before(30), { state: "pendingApproval" }).state).toBe("open");
  for (const state of eventStates)
    expect([state, ruleAt(before(48), { state }).state]).toEqual([
      state,
      findTransition("cancel", state) ? "open" : "ended",
    ]);
  expect(ruleAt(before(48), { state: "canceled" }).refundNow).toBe(0);
});

test("the rule of somebody else's booking is that the team cancels it", () => {
  const event: EventLifecycle = {
    ...{ status: "approved", pending_reason: null, kind: "event", user_id: "me", customer_id: "guest" },
    ...{ start_time: start, end_time: start },
    ...{ ended_at: null, ended_by: null, former_status: null, former_pending_reason: null, expired: false },
    ...{ cancellation_deadline: deadline, cancellation: policy, price: 3600, shared: 0 },
  };
  const of = (userId: string | null, more = {}) => cancellationOf({ ...event, ...more }, { userId, now: before(48) });
  expect(of("me", { paid: 3600, refunded: 600 })).toMatchObject({ state: "open", refundNow: 3000 });
  expect(of("other").state).toBe("team");
  expect(of(null, { user_id: null }).state).toBe("team");
  expect(of("guest", { user_id: null }).state).toBe("open");
  expect(of(null, { user_id: null, customer_id: null }).state).toBe("team");
});

describe("in words", () => {
  const future = (now: Date, language: Language, isPaid = true) =>
    joinCancellation(describeFutureCancellation(ruleAt(now), { start, isPaid }, words(language)));
  const after = (now: Date, language: Language, contact = {}, more: object = {}, payUntil: Date | null = null) => {
    const rule = ruleAt(now, more);
    const text = describeCancellation(rule, { payUntil, isPaid: rule.refundNow > 0 }, words(language, contact));
    return text && joinCancellation(text);
  };

  test("before booking", () => {
    expect(future(before(48), "en")).toMatch(
      /^Free to cancel until Tuesday, Nov 24, 7:00\sPM( \(.+\))?\. Refunded in full before, not at all after\.$/,
    );
    expect(future(before(48), "en", false)).not.toContain("Refunded");
    expect(future(before(5), "en")).toBe(
      "Starts in less than 24 h: once booked, it can no longer be canceled online or refunded.",
    );
    expect(future(before(5), "fr")).toBe(
      "Commence dans moins de 24\u00a0h\u00a0: une fois réservé, ce créneau ne peut plus être annulé en ligne ni remboursé.",
    );
  });

  test("after booking: until when, then whom to call, write to or ask", () => {
    expect(after(before(48), "fr")).toMatch(
      /^Annulation gratuite jusqu’au mardi 24 nov\., 19:00.*Remboursée en entier avant/,
    );
    expect(after(before(48), "en", {}, { paid: 0 })).not.toContain("Refunded");
    expect(after(before(5), "en", { phone })).toMatch(
      /^Can no longer be canceled online\. That was possible until Tuesday, .+\. Something came up\? Call the club, which decides: 04 72 00 12 34\.$/,
    );
    expect(after(before(5), "en", { email: "club@club.example" })).toMatch(/Write to the club.+club@club\.example\.$/);
    expect(after(before(5), "en")).toMatch(/Ask at the desk, which decides\.$/);
    expect(after(before(-1), "fr", { phone })).toMatch(/^A commencé.+ 04 72 00 12 34\.$/);
    expect(after(before(48), "en", {}, { state: "pendingPayment" }, before(47))).toMatch(
      /^To pay by .+, or the slot is free again\.$/,
    );
    expect(after(before(48), "en", {}, { state: "canceled" })).toBeUndefined();
  });

  test("steps are sentences with dates, in both languages, and say what is left of them", () => {
    const steps = {
      until: 0,
      steps: [
        { from: 2880, percent: 100 },
        { from: 1440, percent: 50 },
        { from: 600, percent: 20 },
      ],
    };
    const textAt = (now: Date, language: Language) =>
      joinCancellation(
        describeFutureCancellation(
          ruleAt(now, { deadline: null, policy: steps }),
          { start, isPaid: true },
          words(language),
        ),
      )
        .replace(/[\u00a0\u202f]/g, " ")
        .replaceAll(/ \([^)]+\)/g, "");
    expect(textAt(before(60), "en")).toBe(
      "Cancel until Monday, Nov 23, 7:00 PM: all back. Until Tuesday, Nov 24, 7:00 PM: half back. Until Wednesday, Nov 25, 9:00 AM: 20% back. Until Wednesday, Nov 25, 7:00 PM: nothing back. Afterwards only the club can cancel.",
    );
    expect(textAt(before(47), "fr")).toBe(
      "Annulation jusqu’au mardi 24 nov., 19:00 : la moitié remboursée. Jusqu’au mercredi 25 nov., 09:00 : 20 % remboursés. Jusqu’au mercredi 25 nov., 19:00 : rien de remboursé. Ensuite, seul le club peut annuler.",
    );
  });

  test("where the contact is a button, the sentence leaves it out; a booking of the club's names it", () => {
    const late = describeCancellation(
      ruleAt(before(5)),
      { payUntil: null, isPaid: true },
      { ...words("en", { phone }), isContactBeside: true },
    );
    expect(late?.details.at(-1)).toBe("Something came up? Call the club, which decides.");
    const team = { ...ruleAt(before(48)), state: "team" as const };
    const ofTeam = (contact = {}) =>
      describeCancellation(team, { payUntil: null, isPaid: true }, words("en", contact))?.title;
    expect(ofTeam({ phone })).toBe("Only the club can cancel this booking: 04 72 00 12 34");
    expect(ofTeam()).toBe("Only the club can cancel this booking: ask at the desk");
  });
});
