/** Every background job of the product: the kit's, then the rooms' in corridor order. `main.ts` opens and works them off. */
import accounts from "#server/accounts/jobs.ts";
import events from "#server/events/jobs.ts";
import files from "#server/files/jobs.ts";
import imports from "#server/imports/run.ts";
import invoices from "#server/invoices/jobs.ts";
import overview from "#server/overview/jobs.ts";
import payments from "#server/payments/notices.ts";
import reconciling from "#server/reconciling/run.ts";
import sandbox from "#server/sandbox/refunding.ts";
import { sweepSelections } from "#server/planning/selections.ts";
import { sendMails } from "#server/kit/mailer.ts";
import { sweepKit } from "#server/kit/sweep.ts";
import type { Job } from "#server/kit/jobs.ts";
// The letters that other processes put into the outbox are composed here.
import "#server/members/mail.ts";

export const jobs: readonly Job[] = [
  sweepKit,
  sendMails,
  ...accounts,
  ...files,
  ...imports,
  ...events,
  sweepSelections,
  ...sandbox,
  ...payments,
  ...reconciling,
  ...invoices,
  ...overview,
];
