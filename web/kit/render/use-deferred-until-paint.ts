/** Values that follow once something else is seen. */
import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import { useStable } from "./use-stable.ts";
import { type LiveValue, createLiveValue } from "./live-value.ts";

/** Whether a pointer leads something across the page. */
export const dragInProgress = createLiveValue(false);

/** Does it once what was done is seen and nothing is in hand. @returns how to give it up */
function runAfterPaintUnlessDragging(work: () => void): () => void {
  let isOver = false;
  let leave = () => {};
  const end = () => {
    isOver = true;
    leave();
  };
  const take = () => {
    if (isOver || dragInProgress.get()) return;
    end();
    work();
  };
  afterPaint(() => {
    if (!isOver) leave = dragInProgress.subscribe(take);
    take();
  });
  return end;
}

/**
 * A value as it was before, until what else has changed with it is seen, and nothing is in hand; what hangs on it is drawn
 * then, and waits for whatever is done meanwhile. To wait for a pointer that moves would be to begin anew with every move.
 * @param given plain values, lists and objects; equal to what it was before, it is no other value
 */
export function useDeferredUntilPaint<Value>(given: Value): Value {
  const value = useStable(given);
  const [later, setLater] = useState(() => value);
  useEffect(() => runAfterPaintUnlessDragging(() => startTransition(() => setLater(() => value))), [value]);
  return later;
}

/**
 * A value that lives outside of components, as it was before, until what else has changed with it is seen; once there is
 * none, at once.
 */
export function useDeferredLiveValue<Value>({ get, subscribe }: LiveValue<Value | undefined>): Value | undefined {
  const [later, setLater] = useState(get);
  useEffect(() => {
    let giveUp = () => {};
    const follow = () => {
      giveUp();
      const value = get();
      if (value === undefined) setLater(undefined);
      else giveUp = runAfterPaintUnlessDragging(() => startTransition(() => setLater(() => value)));
    };
    follow();
    const leave = subscribe(follow);
    return () => {
      giveUp();
      leave();
    };
  }, [get, subscribe]);
  return later;
}

/** False until the component has been seen: for what nobody misses in its first moment. */
export function useHasPainted(): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let isOver = false;
    afterPaint(() => isOver || setSeen(true));
    return () => {
      isOver = true;
    };
  }, []);
  return isSeen;
}
