import { expect, test, vi } from "vitest";
import { createObservableValue } from "./observable-value.ts";

const isSame = (one: { at: number }, other: { at: number }) => one.at === other.at;
const frames = async () => {
  for (let count = 0; count < 3; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};

test("who watches is told of another value, and not of an equal one", () => {
  const [live, told] = [createObservableValue({ at: 1 }, isSame), vi.fn()];
  const leave = live.subscribe(told);
  live.set({ at: 1 });
  expect(told).not.toHaveBeenCalled();
  live.set({ at: 2 });
  expect(told).toHaveBeenCalledOnce();
  leave();
  live.set({ at: 3 });
  expect(told).toHaveBeenCalledOnce();
  expect(live.get()).toEqual({ at: 3 });
});

test("set first it is there at once, and told once that is seen", async () => {
  const [live, told] = [createObservableValue({ at: 1 }, isSame), vi.fn()];
  live.subscribe(told);
  live.setBeforeNotify({ at: 2 });
  expect(live.get()).toEqual({ at: 2 });
  expect(told).not.toHaveBeenCalled();
  await frames();
  expect(told).toHaveBeenCalledOnce();
});

test("whoever sets it meanwhile, and be it to the same, has it told at once, and once", async () => {
  const [live, told] = [createObservableValue({ at: 1 }, isSame), vi.fn()];
  live.subscribe(told);
  live.setBeforeNotify({ at: 2 });
  live.set({ at: 2 });
  expect(told).toHaveBeenCalledOnce();
  await frames();
  expect(told).toHaveBeenCalledOnce();
});

test("taken back before it was told, it is told: somebody may have seen it", () => {
  const [live, told] = [createObservableValue({ at: 1 }, isSame), vi.fn()];
  live.subscribe(told);
  live.setBeforeNotify({ at: 2 });
  live.set({ at: 1 });
  expect(told).toHaveBeenCalledOnce();
});
