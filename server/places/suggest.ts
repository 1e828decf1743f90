/** Addresses that begin like a text, from all providers at once: one that fails or is late is left out. */
import { leastSearched, type Place, type places } from "#contract/places.ts";
import { limit } from "#server/accounts/limits.ts";
import type { House } from "#server/kit/house.ts";
import { Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { sourcesOf, type AddressProvider, type Asking, type Sources, type Suggestion } from "./sources.ts";
import { normalized } from "./written.ts";

/** The country that suggestions begin with; the others follow. */
export const likeliestCountry = "FR";
/** Nobody waits longer for one provider. */
export const patienceMs = 2000;
const mostSuggested = 8;

export const unavailable = () =>
  new Problem(503, say("places.unavailable"), { errors: { placeId: [say("places.unavailable")] }, retryAfter: 10 });

type Asked = Omit<Asking, "signal" | "country">;

async function askOne({ memory }: Sources, provider: AddressProvider, q: string, asked: Asked): Promise<Suggestion[]> {
  const key = JSON.stringify([provider.name, asked.language, normalized(q)]);
  const signal = AbortSignal.timeout(patienceMs);
  const found =
    memory.suggestions.get(key) ?? (await provider.suggest(q, { ...asked, country: likeliestCountry, signal }));
  memory.suggestions.set(key, found);
  for (const { placeId, located } of found) {
    if (located) memory.places.set(placeId, located);
    if (asked.session) memory.sessions.set(placeId, asked.session);
  }
  return found;
}

/** Answers of those that answer; null where none does. */
async function askAll(house: House, providers: AddressProvider[], q: string, asked: Asked) {
  const answers = await Promise.allSettled(providers.map((provider) => askOne(sourcesOf(house), provider, q, asked)));
  for (const [index, answer] of answers.entries())
    if (answer.status === "rejected")
      house.log.warn(
        { err: answer.reason as unknown, provider: providers[index]?.name },
        "no addresses were suggested",
      );
  const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  return given.length > 0 ? given : null;
}

/** One of each in turn, so that no provider hides another; each place and each address once. */
function merge(answers: Suggestion[][]): Place[] {
  const most = Math.max(0, ...answers.map((answer) => answer.length));
  const turns = Array.from({ length: most }, (_, turn) => answers.flatMap((answer) => answer[turn] ?? [])).flat();
  const [ids, labels] = [new Set<string>(), new Set<string>()];
  const merged = turns.filter(({ placeId, description }) => {
    const label = normalized(description);
    const isNew = !ids.has(placeId) && !labels.has(label);
    ids.add(placeId);
    labels.add(label);
    return isNew;
  });
  return merged
    .slice(0, mostSuggested)
    .map(({ placeId, description, mainText, secondaryText }) => ({ placeId, description, mainText, secondaryText }));
}

/**
 * @returns eight at most
 * @throws Problem 503 where no provider answers, 429 where somebody asks without end
 */
export async function suggest(call: Call<typeof places.autocomplete>): Promise<Place[]> {
  const { house, query, language } = call;
  const { providers } = sourcesOf(house);
  if (providers.length === 0) throw unavailable();
  if (query.q.length < leastSearched) return [];
  await limit(call, "places", call.user.id);
  const asked = { language, session: query.session };
  const groups = Map.groupBy(providers, ({ isLastResort = false }) => isLastResort);
  const first = await askAll(house, groups.get(false) ?? [], query.q, asked);
  if (first?.some((answer) => answer.length > 0)) return merge(first);
  const last = await askAll(house, groups.get(true) ?? [], query.q, asked);
  if (!first && !last) throw unavailable();
  return merge(last ?? []);
}
