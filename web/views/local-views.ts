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
/** Another browser may have saved a view of the same name. */
const MAX_NAME_TRIES = 60;
const numberedName = (name: string, time: number) => (time === 1 ? name : `${name.slice(0, 56).trim()} ${time}`);

const isNameTaken = (error: unknown) => error instanceof ApiError && error.errors?.["name"] !== undefined;

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
  let refusal: unknown;
  for (let time = 1; time <= MAX_NAME_TRIES; time += 1) {
    const triedName = numberedName(name, time);
    const namesake = () => own.find((view) => nameCollator.compare(view.name, triedName) === 0);
    const refused = async () => {
      try {
        await call(views.create, { params: { organizationId }, body: { name: triedName, sight } }, { quiet: true });
        return false;
      } catch (error) {
        if (!isNameTaken(error)) throw error;
        refusal = error;
        own = await listOwn();
        return true;
      }
    };
    if (!namesake() && !(await refused())) return;
    const existing = namesake();
    if (existing && viewStateKey(existing.sight) === viewStateKey(sight)) return;
  }
  // The view stays in the browser.
  throw refusal ?? new Error(`${MAX_NAME_TRIES} views have the name ${name}`);
}

let lastUpload: Promise<unknown> = Promise.resolve();

/**
 * Uploads local views one after another; each stays in the browser until the server has it.
 * @param left called after each one with the rest
 * @throws ApiError for the first that fails
 */
export function uploadLocalViews(
  localViews: readonly LocalView[],
  organizationId: string,
  left: (rest: LocalView[]) => void,
): Promise<void> {
  const listOwn = async () => {
    const { data } = await call(views.list, { params: { organizationId } }, { quiet: true });
    return data.filter(({ isShared }) => !isShared);
  };
  const work = async () => {
    const refused: LocalView[] = [];
    let refusal: unknown;
    for (const [index, one] of localViews.entries()) {
      try {
        await uploadLocalView(one, organizationId, listOwn);
      } catch (error) {
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
