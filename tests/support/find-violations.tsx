import axe from "axe-core";

/**
 * Runs axe on the page once its animations have ended: a part that fades in has too little contrast meanwhile.
 * @returns each rule that is broken, with the elements that break it
 */
export async function findViolations(): Promise<[rule: string, elements: string[]][]> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
