/** The open event is kept outside of components, so that opening one renders nothing else; the URL follows. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type ObservableValue, createObservableValue } from "#web/kit/render/observable-value.ts";
import { openEventIdIn } from "#web/views/planning-search.ts";

export type OpenEventId = ObservableValue<string | undefined>;

/** Changing the URL costs the browser a paint, and the panel comes first. */
const ADDRESS_DELAY_MS = 100;

export function useOpenEventId(): OpenEventId {
  const router = useRouter();
  return useState(() => createObservableValue(openEventIdIn(router.latestLocation.search)))[0];
}

export function SyncOpenEventWithAddress({ opened }: { opened: OpenEventId }) {
  const navigate = useNavigate();
  const asked = useSearch({ strict: false, select: openEventIdIn });
  const going = useRef(0);
  useEffect(() => {
    // The URL is outdated while a change of it is pending.
    if (going.current === 0) opened.set(asked);
  }, [opened, asked]);
  const write = useEffectEvent(() => {
    const eventId = opened.get();
    const search = (now: object) => ({ ...now, eventId });
    const there = navigate({ to: ".", search: search as never, replace: true, resetScroll: false });
    going.current += 1;
    void there.finally(() => (going.current -= 1));
  });
  useEffect(() => {
    const { pathname } = location;
    let timer: ReturnType<typeof setTimeout> | undefined;
    return opened.subscribe(() => {
      clearTimeout(timer);
      // The person may have left the page meanwhile.
      timer = setTimeout(() => location.pathname === pathname && write(), ADDRESS_DELAY_MS);
    });
  }, [opened]);
  return null;
}
