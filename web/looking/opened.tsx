/** Which event is open beside the grid. It is known outside of components, so that opening one draws nothing else anew; the address follows. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type LiveValue, liveValue } from "#web/kit/live-value.ts";
import { eventIdIn } from "./search.ts";

/** The id of an event. */
export type Opened = LiveValue<string | undefined>;

/** Milliseconds until the address follows: browsers draw a bar of their own with each, and what was done comes first. */
const settledMs = 100;

/** As the address says at first. */
export function useOpened(): Opened {
  const router = useRouter();
  return useState(() => liveValue(eventIdIn(router.latestLocation.search)))[0];
}

/** Keeps the address and what is open the same. Draws nothing. */
export function OpenedInAddress({ opened }: { opened: Opened }) {
  const navigate = useNavigate();
  const asked = useSearch({ strict: false, select: eventIdIn });
  const going = useRef(0);
  useEffect(() => {
    // What is on its way there is no news.
    if (going.current === 0) opened.set(asked);
  }, [opened, asked]);
  const write = useEffectEvent(() => {
    const eventId = opened.get();
    const search = (now: object) => ({ ...now, eventId });
    // Which page this is, only the router knows.
    const there = navigate({ to: ".", search: search as never, replace: true, resetScroll: false });
    going.current += 1;
    void there.finally(() => (going.current -= 1));
  });
  useEffect(() => {
    const { pathname } = location;
    let timer: ReturnType<typeof setTimeout> | undefined;
    return opened.subscribe(() => {
      clearTimeout(timer);
      // Another page has another address.
      timer = setTimeout(() => location.pathname === pathname && write(), settledMs);
    });
  }, [opened]);
  return null;
}
