/** Changes what a card may be charged for: purposes end at once, new ones are agreed to by their sentences. */
import type { Returns } from "#contract/kit.ts";
import type { SavedCardPurpose } from "#contract/card-shape.ts";
import type { payments } from "#contract/payments.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { filterCards, findOwnCard, serializeCard } from "./queries.ts";
import { endTriesOf } from "./remove.ts";
import { writeConsent } from "./save.ts";

/** @throws HttpError 404, 409 for a card that takes no payments any more */
export async function agreeCard(call: Call<typeof payments.agreeCard>): Promise<Returns<typeof payments.agreeCard>> {
  const { db, now, user, params, body, language, address, record } = call;
  const found = await findOwnCard(db, user.id, params.cardId);
  const { organization_id: organizationId, id, customer_id: customerId } = found;
  // That of a booking pays for nothing else, and is removed as a whole.
  if (found.state === "pending" || found.event_id !== null) throw notFound();
  await lockCustomer(db, organizationId, customerId);
  const card = await filterCards(db, organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (card.state !== "active") throw new HttpError(409, message("payments.cardGone"));
  const sentences = card.consent_text.split("\n");
  const former = card.purposes as SavedCardPurpose[];
  const kept = former.flatMap((purpose, index) =>
    body.purposes.includes(purpose) ? [{ purpose, sentence: sentences[index] ?? "" }] : [],
  );
  const { name } = await findOrganization(db, organizationId);
  const added = body.purposes
    .filter((purpose) => !former.includes(purpose))
    .map((purpose) => ({ purpose, sentence: writeConsent(language, [purpose], name) }));
  const agreed = [...kept, ...added];
  const saved = await db
    .updateTable("cards")
    .set({
      purposes: agreed.map(({ purpose }) => purpose),
      consent_text: agreed.map(({ sentence }) => sentence).join("\n"),
      ...(added.length > 0 && { consented_at: now }),
      updated_at: now,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const context = { ...call, organizationId };
  await endTriesOf(
    context,
    [id],
    former.filter((purpose) => !body.purposes.includes(purpose)),
  );
  record({ skipsEntry: true });
  await insertActivityEntry(db, {
    ...{ organizationId, at: now, actorId: user.id, act: "payments.cardAgree", subjectId: id },
    ...{ before: { purposes: former }, after: { purposes: saved.purposes }, ipAddress: address, customerId },
  });
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: id, at: now });
  return serializeCard(saved);
}
