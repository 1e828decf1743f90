/** Rules of the steps of reminders: which is due for a debt, and when the next one goes. All days are the organization's. */
import type { DebtReminderStep } from "#contract/organization-options.ts";
import type { DebtSteps } from "#contract/payments.ts";
import { dueDayOf, type DebtRow } from "#server/charges/debts.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";

/** Days between two reminders of one payer, whoever sends them. */
export const DAYS_BETWEEN = 3;
const SATURDAY = 6;

export interface StepPlan {
  /** The earliest first. */
  steps: readonly DebtReminderStep[];
  /** Steps whose day was before are not made up for; null: none were ever chosen. */
  from: string | null;
}
export interface StepDebt {
  dueOn: string;
  /** The days of the last step that was sent. */
  lastDays: number | null;
}

export const isWorkingDay = (day: string): boolean => Temporal.PlainDate.from(day).dayOfWeek < SATURDAY;

export const planOf = (row: Pick<DebtRow, "debt_reminder_steps" | "debt_reminders_from">): StepPlan => ({
  steps: row.debt_reminder_steps as DebtReminderStep[],
  from: row.debt_reminders_from,
});

/** The tone of a step, yet no sharper than that of the first after those that were sent: nobody's first letter is the last one. */
function findTone(steps: readonly DebtReminderStep[], reached: DebtReminderStep, lastDays: number | null) {
  const overdue = steps.filter(({ days }) => days > 0);
  const sent = overdue.filter(({ days }) => lastDays !== null && days <= lastDays).length;
  return (overdue[Math.min(overdue.indexOf(reached), sent)] ?? reached).tone;
}

/** The latest step whose day has come, unless it was sent: after a standstill, those between are left out. */
export function findDueStep(
  { steps, from }: StepPlan,
  { dueOn, lastDays }: StepDebt,
  today: string,
): DebtReminderStep | undefined {
  const reached = steps.findLast(({ days }) => addDays(dueOn, days) <= today);
  const isNew = reached && from !== null && addDays(dueOn, reached.days) >= from;
  if (!isNew || (lastDays !== null && reached.days <= lastDays)) return undefined;
  return { ...reached, tone: findTone(steps, reached, lastDays) };
}

/**
 * The day on which the next step is to go.
 * @param notBefore the first day on which the payer may be reminded again
 */
export function findNextDay(
  plan: StepPlan,
  debt: StepDebt,
  { today, notBefore }: { today: string; notBefore: string },
) {
  const isAhead = ({ days }: DebtReminderStep) =>
    addDays(debt.dueOn, days) > today && (debt.lastDays === null || days > debt.lastDays);
  const ahead = plan.steps.find(isAhead);
  const day = findDueStep(plan, debt, today) ? today : ahead && addDays(debt.dueOn, ahead.days);
  if (day === undefined) return null;
  let next = day < notBefore ? notBefore : day;
  while (!isWorkingDay(next)) next = addDays(next, 1);
  return next;
}

export const stepDebtOf = (row: DebtRow, now: Date): StepDebt => ({
  dueOn: dueDayOf(row, now).dueOn,
  lastDays: row.reminder_days,
});

/** The customer is left out on that day. */
export const isPausedOn = (row: Pick<DebtRow, "reminders_paused_at" | "paused_until">, day: string): boolean =>
  row.reminders_paused_at !== null || (row.paused_until !== null && row.paused_until >= day);

export function serializeSteps(row: DebtRow, now: Date): DebtSteps {
  const zone = row.organization_timezone;
  const today = localDateOf(zone, now);
  const pausedUntil = row.paused_until !== null && row.paused_until >= today ? row.paused_until : null;
  const days = [
    today,
    ...(row.reminded_at ? [addDays(localDateOf(zone, row.reminded_at), DAYS_BETWEEN)] : []),
    ...(pausedUntil ? [addDays(pausedUntil, 1)] : []),
  ];
  const notBefore = days.toSorted().at(-1) ?? today;
  const isLeftOut =
    row.written_off_at !== null || row.reminders_paused_at !== null || !row.has_address || row.awaits_invoice;
  const { reminder_days, reminder_sent_on } = row;
  return {
    last: reminder_days === null || reminder_sent_on === null ? null : { on: reminder_sent_on, days: reminder_days },
    nextOn: isLeftOut ? null : findNextDay(planOf(row), stepDebtOf(row, now), { today, notBefore }),
    isPaused: row.reminders_paused_at !== null,
    pausedUntil,
  };
}
