import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AnchoredPanel } from "./anchored-panel.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

let beneathButton: string[] = [];
beforeEach(() => (beneathButton = []));
afterEach(cleanup);

function TestPage() {
  const [state, setState] = useState<"closed" | "open" | "hidden">("closed");
  const [isThere, setThere] = useState(true);
  const tell = (what: string) => () => beneathButton.push(what);
  return (
    <>
      <div tabIndex={-1} data-around onMouseDown={tell("press")} onClick={tell("click")} onDoubleClick={tell("twice")}>
        {isThere && (
          <button data-place onClick={() => setState("open")} onKeyDown={({ key }) => tell(key)()}>
            Place
          </button>
        )}
      </div>
      <button onClick={() => setState("open")}>Again</button>
      {state !== "closed" && (
        <AnchoredPanel anchor="[data-place]" anchorKey="" label="Box" hidden={state === "hidden"}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setState("hidden");
            }}
          >
            <input aria-label="Name" />
          </form>
          <button onClick={() => setState("closed")}>Close</button>
          <button onClick={() => setThere(false)}>Take the place away</button>
        </AnchoredPanel>
      )}
    </>
  );
}
const box = page.getByRole("dialog", { name: "Box" });
const focused = () => document.activeElement?.textContent;
const around = () => document.querySelector("[data-around]") ?? document.body;
const clickOn = (element: Element, detail: number) => {
  for (const type of ["mousedown", "mouseup", "click", ...(detail === 2 ? ["dblclick"] : [])])
    element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail }));
};
const open = async () => {
  await renderInApp(() => <TestPage />);
  const place = page.getByRole("button", { name: "Place" });
  place.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveFocus();
  beneathButton = [];
};

test("without its anchor it stands at the right edge, and however high it grows, on the screen", async () => {
  const renderPanel = (height: number) =>
    renderInApp(() => (
      <AnchoredPanel anchor="[data-nowhere]" anchorKey="" label="Box">
        <div style={{ height }}>Form</div>
      </AnchoredPanel>
    ));
  for (const height of [300, innerHeight - 120, innerHeight + 400]) {
    await renderPanel(height);
    await expect.poll(() => box.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight);
    const { left, right, top } = box.element().getBoundingClientRect();
    expect(left).toBeGreaterThan(0);
    expect(top).toBeGreaterThan(0);
    expect(right).toBeLessThan(innerWidth);
    expect(right).toBeGreaterThan(innerWidth - 40);
    await cleanup();
  }
});

test("the second click of a double click that closes it means nothing beneath; the next one does", async () => {
  await open();
  clickOn(box.getByRole("button", { name: "Close" }).element(), 1);
  await expect.element(box).not.toBeInTheDocument();
  clickOn(around(), 2);
  expect(beneathButton).toEqual([]);
  clickOn(around(), 1);
  clickOn(around(), 2);
  expect(beneathButton).toEqual(["press", "click", "press", "click", "twice"]);
});

test("hidden, it gives the focus back at once; an Enter that goes on means nothing there, and other keys do", async () => {
  await open();
  await userEvent.keyboard("{Enter}");
  await expect.poll(focused).toBe("Place");
  const press = (init: KeyboardEventInit) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));
  press({ key: "Enter", repeat: true });
  press({ key: "ArrowDown" });
  press({ key: "Enter" });
  expect(beneathButton).toEqual(["ArrowDown", "Enter"]);
});

test("where what had the focus is gone, what is around it gets it", async () => {
  await open();
  await box.getByRole("button", { name: "Take the place away" }).click();
  await box.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => document.activeElement).toBe(around());
});
