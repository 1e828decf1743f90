/** Views that a browser kept by itself, before there was a place for them beside everybody's: they move there once. */
import { type View, views } from "#contract/views.ts";
import { ApiError, call } from "#web/kit/api.ts";
import { searchOf } from "#web/looking/sight.ts";
import { sightOf, signOf } from "./sights.ts";

export type Kept = [name: string, search: string];

const isKept = (one: unknown): one is Kept =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");

export function keptIn(text: string): Kept[] {
  try {
    const found: unknown = JSON.parse(text || "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

const names = new Intl.Collator(undefined, { sensitivity: "base" });
/** Another one of this name may be there, from another browser. */
const mostTries = 60;
const nameOf = (name: string, time: number) => (time === 1 ? name : `${name.slice(0, 56).trim()} ${time}`);

const isTaken = (error: unknown) => error instanceof ApiError && error.errors?.["name"] !== undefined;

/**
 * Saves one among one's own, under another name where that one means something else.
 * @param listOwn asked again after each refusal: another tab may be at it too
 * @throws ApiError
 */
async function move([name, search]: Kept, organizationId: string, listOwn: () => Promise<View[]>): Promise<void> {
  const sight = sightOf(searchOf(search));
  let own = await listOwn();
  for (let time = 1; time <= mostTries; time += 1) {
    const wanted = nameOf(name, time);
    const namesake = () => own.find((view) => names.compare(view.name, wanted) === 0);
    const refused = async () => {
      try {
        await call(views.create, { params: { organizationId }, body: { name: wanted, sight } }, { quiet: true });
        return false;
      } catch (error) {
        if (!isTaken(error)) throw error;
        own = await listOwn();
        return true;
      }
    };
    if (!namesake() && !(await refused())) return;
    const there = namesake();
    if (there && signOf(there.sight) === signOf(sight)) return;
  }
}

let moving: Promise<unknown> = Promise.resolve();

/**
 * Moves them one after another; each stays in the browser until it is with the others.
 * @param left tells after each one which still are
 * @throws ApiError for the first that could not be moved
 */
export function moveOver(kept: readonly Kept[], organizationId: string, left: (rest: Kept[]) => void): Promise<void> {
  const listOwn = async () => {
    const { data } = await call(views.list, { params: { organizationId } }, { quiet: true });
    return data.filter(({ isShared }) => !isShared);
  };
  const work = async () => {
    for (const [index, one] of kept.entries()) {
      await move(one, organizationId, listOwn);
      left(kept.slice(index + 1));
    }
  };
  const done = moving.then(work);
  moving = done.catch(() => undefined);
  return done;
}
