import type { ProviderContext } from "#server/payments/provider.ts";
import { type CardRow, findCardProvider } from "./queries.ts";

/** A card is of the account for which it was saved: another one cannot charge it. */
export async function isChargeable(context: ProviderContext, card: CardRow): Promise<boolean> {
  if (card.state !== "active") return false;
  const found = await findCardProvider(context, card.organization_id);
  return found?.provider.name === card.provider && found.account === card.provider_account;
}
