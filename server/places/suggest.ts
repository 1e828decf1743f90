/** Address autocomplete from all providers in parallel; failed and slow ones are left out. */
import { MIN_SEARCH_LENGTH, type PlaceSuggestion, type places } from "#contract/places.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import {
  getAddressProviders,
  type AddressProvider,
  type ProviderRequest,
  type AddressProviders,
  type Suggestion,
} from "./providers.ts";
import { normalizeText } from "./address-text.ts";

export const DEFAULT_COUNTRY = "FR";
export const PROVIDER_TIMEOUT_MS = 2000;
const MAX_SUGGESTIONS = 8;

export const placesUnavailableError = () =>
  new HttpError(503, message("places.unavailable"), {
    errors: { placeId: [message("places.unavailable")] },
    retryAfter: 10,
  });

type SuggestionRequest = Omit<ProviderRequest, "signal" | "country">;

async function suggestFrom(
  { cache: memory }: AddressProviders,
  provider: AddressProvider,
  q: string,
  request: SuggestionRequest,
): Promise<Suggestion[]> {
  const key = JSON.stringify([provider.name, request.language, normalizeText(q)]);
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  const suggestions =
    memory.suggestions.get(key) ?? (await provider.suggest(q, { ...request, country: DEFAULT_COUNTRY, signal }));
  memory.suggestions.set(key, suggestions);
  for (const { placeId, located } of suggestions) {
    if (located) memory.places.set(placeId, located);
    if (request.session) memory.sessions.set(placeId, request.session);
  }
  return suggestions;
}

/** @returns null if no provider answers */
async function suggestFromAll(
  appContext: AppContext,
  providers: AddressProvider[],
  q: string,
  request: SuggestionRequest,
) {
  const answers = await Promise.allSettled(
    providers.map((provider) => suggestFrom(getAddressProviders(appContext), provider, q, request)),
  );
  for (const [index, answer] of answers.entries())
    if (answer.status === "rejected")
      appContext.log.warn(
        { err: answer.reason as unknown, provider: providers[index]?.name },
        "no addresses were suggested",
      );
  const fulfilled = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  return fulfilled.length > 0 ? fulfilled : null;
}

/** Takes one suggestion of each provider in turn, so that none hides another. Removes duplicate places and addresses. */
function mergeSuggestions(answers: Suggestion[][]): PlaceSuggestion[] {
  const most = Math.max(0, ...answers.map((answer) => answer.length));
  const turns = Array.from({ length: most }, (_, turn) => answers.flatMap((answer) => answer[turn] ?? [])).flat();
  const [ids, labels] = [new Set<string>(), new Set<string>()];
  const merged = turns.filter(({ placeId, description }) => {
    const label = normalizeText(description);
    const isNew = !ids.has(placeId) && !labels.has(label);
    ids.add(placeId);
    labels.add(label);
    return isNew;
  });
  return merged
    .slice(0, MAX_SUGGESTIONS)
    .map(({ placeId, description, mainText, secondaryText }) => ({ placeId, description, mainText, secondaryText }));
}

/** @throws HttpError 503 if no provider answers, 429 after too many requests */
export async function suggestPlaces(call: Call<typeof places.autocomplete>): Promise<PlaceSuggestion[]> {
  const { appContext, query, language } = call;
  const { providers } = getAddressProviders(appContext);
  if (providers.length === 0) throw placesUnavailableError();
  if (query.q.length < MIN_SEARCH_LENGTH) return [];
  await enforceRateLimit(call, [
    rateLimit("places.account", call.user.id),
    rateLimit("places.network", networkPrefix(call.address)),
  ]);
  const request = { language, session: query.session };
  const groups = Map.groupBy(providers, ({ isLastResort = false }) => isLastResort);
  const first = await suggestFromAll(appContext, groups.get(false) ?? [], query.q, request);
  if (first?.some((answer) => answer.length > 0)) return mergeSuggestions(first);
  const last = await suggestFromAll(appContext, groups.get(true) ?? [], query.q, request);
  if (!first && !last) throw placesUnavailableError();
  return mergeSuggestions(last ?? []);
}
