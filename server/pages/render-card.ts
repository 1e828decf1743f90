import type { RenderPage } from "./serve-page.ts";

/** The picture of the page for social networks. Drawing is loaded with the first one that is asked for. */
export const renderCard: RenderPage = async ({ store, club }) => {
  if (club.page.state !== "public" && !club.page.shows_card) return undefined;
  const { findOrDrawCard } = await import("./card.ts");
  return { picture: await findOrDrawCard(store, club), type: "image/jpeg" };
};
