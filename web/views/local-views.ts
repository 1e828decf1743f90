/** Moves saved views from this browser's storage to the server, once. */
import { type View, views } from "#contract/views.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { searchFromText } from "./planning-search.ts";
import { toViewState, viewStateKey } from "./view-state.ts";

export type LocalView = [name: string, search: string];

const isLocalView = (one: unknown): one is LocalView =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");

export function parseLocalViews(text: string): LocalView[] {
  try {
    const found: unknown = JSON.parse(text || "[]");
    return Array.isArray(found) ? found.filter(isLocalView) : [];
  } catch {
    return [];
  }
}

const nameCollator = new Intl.Collator(undefined, { sensitivity: "base" });
/** Tries that the server may refuse: another tab may save views of these names at the same time. */
const MAX_NAME_TRIES = 60;
const numberedName = (name: string, number: number) => (number === 1 ? name : `${name.slice(0, 56).trim()} ${number}`);

const isNameRefused = (error: unknown) => error instanceof ApiError && error.errors?.["name"] !== undefined;

/**
 * Saves a view, under a numbered name if the name belongs to a different view.
 * @param listOwn is called again after each refusal, because another tab may be uploading too
 */
async function uploadLocalView(
  [name, search]: LocalView,
  organizationId: string,
  listOwn: () => Promise<View[]>,
): Promise<void> {
  const sight = toViewState(searchFromText(search));
  let own = await listOwn();
  for (let number = 1; ; number += 1) {
    const triedName = numberedName(name, number);
    const findNamesake = () => own.find((view) => nameCollator.compare(view.name, triedName) === 0);
    if (!findNamesake()) {
      try {
        await call(views.create, { params: { organizationId }, body: { name: triedName, sight } }, { quiet: true });
        return;
      } catch (error) {
        if (!isNameRefused(error) || number >= MAX_NAME_TRIES) throw error;
        own = await listOwn();
      }
    }
    const namesake = findNamesake();
    if (namesake && viewStateKey(namesake.sight) === viewStateKey(sight)) return;
  }
}

let lastUpload: Promise<unknown> = Promise.resolve();

/**
 * Uploads local views one after another; each stays in the browser until the server has it.
 * @param left called after each one with the rest
 * @throws ApiError at once where the server cannot be asked, at the end where it refuses the name of a view
 */
export function uploadLocalViews(
  localViews: readonly LocalView[],
  organizationId: string,
  left: (rest: LocalView[]) => void,
): Promise<void> {
  const listOwn = async () => {
    const { data } = await call(views.list, { params: { organizationId }, query: {} }, { quiet: true });
    return data.filter(({ isShared }) => !isShared);
  };
  const work = async () => {
    const refused: LocalView[] = [];
    let refusal: unknown;
    for (const [index, one] of localViews.entries()) {
      try {
        await uploadLocalView(one, organizationId, listOwn);
      } catch (error) {
        if (!isNameRefused(error)) throw error;
        refused.push(one);
        refusal ??= error;
      }
      left([...refused, ...localViews.slice(index + 1)]);
    }
    if (refusal !== undefined) throw refusal;
  };
  const done = lastUpload.then(work);
  lastUpload = done.catch(() => undefined);
  return done;
}
