/** Every background job of the product: the kit's, then the rooms' in corridor order. `main.ts` opens and works them off. */
import accounts from "#server/accounts/jobs.ts";
import { sendMails } from "#server/kit/mailer.ts";
import { sweepKit } from "#server/kit/sweep.ts";
import type { Job } from "#server/kit/jobs.ts";
// The letters that other processes put into the outbox are composed here.
import "#server/members/mail.ts";

export const jobs: readonly Job[] = [sweepKit, sendMails, ...accounts];
