/** Asks whether somebody reads mails of a kind, of those that can be turned off. */
import type { AppContext } from "#server/kit/process/app-context.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface MailChoice {
  isWanted: boolean;
  /** Page that turns them off. */
  page: string;
  /** Address to which mail programs post for the same (RFC 8058). */
  oneClick: string;
}

export const mailChoicePort = definePort<{
  /** @returns undefined for an address without an account, which gets what it asked for alone */
  findMailChoice(
    appContext: Pick<AppContext, "db" | "config">,
    mail: { recipient: string; kind: string },
  ): Promise<MailChoice | undefined>;
}>({ findMailChoice: async () => undefined });
