import { expect, test } from "vitest";
import { usualMaxPeople } from "./fields-people-rules.ts";

test("a court takes as many people as its sport needs, and one for several as many as the largest of them", () => {
  const [tennis, padel, squash, fiveASide] = [1, 2, 9, 12];
  expect([[padel], [tennis], [squash], [fiveASide]].map(usualMaxPeople)).toEqual([4, 4, 2, 10]);
  expect(usualMaxPeople([squash, fiveASide])).toBe(10);
});

test("nothing is supposed of a sport that has no usual number, or of no sport", () => {
  const [padel, swimming] = [2, 16];
  expect([usualMaxPeople([]), usualMaxPeople([swimming]), usualMaxPeople([padel, swimming])]).toEqual([99, 99, 99]);
});
