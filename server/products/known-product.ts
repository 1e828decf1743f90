import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { isActiveProduct, type ProductScope } from "./queries.ts";

/**
 * @param before the product until now: it may stay although it was archived
 * @throws HttpError 422 on `productId`
 */
export async function assertKnownProduct(
  scope: ProductScope,
  productId: string | null | undefined,
  before?: string | null,
): Promise<void> {
  if (!productId || productId === before || (await isActiveProduct(scope, productId))) return;
  throw invalidFields({ productId: [message("products.unknown")] });
}
