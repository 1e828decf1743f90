/**
 * The search (command palette): its box is part of the shell and takes the keys at once; what it finds is loaded when the
 * page rests.
 */
import {
  lazy,
  type KeyboardEvent as Key,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Search } from "lucide-react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { loadOnce } from "#web/kit/render/load-once.ts";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { dimmedPageRef, scrollLockRef } from "#web/kit/ui/html-attribute-ref.ts";
import { Kbd } from "#web/kit/ui/kbd.tsx";
import { isSearchKey, takeEarlyKeys } from "#web/kit/ui/search-keys.ts";
import { openSearch, registerSearchOpener, type SearchRequest } from "#web/kit/ui/search-opener.ts";
import type { PalettePage } from "./palette-option.ts";

const loadResults = loadOnce(async () => {
  const [results] = await Promise.all([import("./palette-results.tsx"), ensureTemporal()]);
  return results;
});
const PaletteResults = lazy(async () => ({ default: (await loadResults()).PaletteResults }));
const preloadResults = () => void loadResults().catch(() => {});
/** After the page's own requests, which nothing may delay. */
const PRELOAD_DELAY_MS = 3000;
const MAX_TEXT_LENGTH = 200;
const LIST_ID = "search-results";
export const searchShortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** A dialog that keeps the keyboard to itself. */
const isCovered = () =>
  document.querySelector("[role=dialog][aria-modal=true], [role=alertdialog], dialog[open]") !== null;

export type KeyHandler = (event: Key<HTMLInputElement>) => void;

export function SearchPalette({ pages }: { pages: readonly PalettePage[] }) {
  const t = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const onKey = useRef<KeyHandler>(undefined);
  const [request, setRequest] = useState<SearchRequest>();
  const [isLoaded, setLoaded] = useState(false);
  const [text, setText] = useState("");
  const [activeId, setActiveId] = useState<string>();
  /** Enter was pressed before anything could be chosen. */
  const [isEnterAwaited, setEnterAwaited] = useState(false);

  const open = useEffectEvent((next: SearchRequest) => {
    if (dialog.current?.open !== true) {
      if (isCovered()) return;
      setEnterAwaited(false);
      setText(next.text ?? "");
      setRequest(next);
      dialog.current?.showModal();
      // The next key may come before the text is drawn, and is typed after what the box holds.
      if (input.current) input.current.value = next.text ?? "";
    }
    input.current?.focus();
    if (!isLoaded) void loadWithToast(loadResults).then(setLoaded);
  });
  useEffect(() => registerSearchOpener((next) => open(next)), []);
  useEffect(() => {
    const early = takeEarlyKeys();
    if (early !== undefined) openSearch({ text: early });
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || isCovered()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      open({});
    };
    addEventListener("keydown", onKeyDown, { capture: true });
    const timer = setTimeout(preloadResults, PRELOAD_DELAY_MS);
    return () => {
      removeEventListener("keydown", onKeyDown, { capture: true });
      clearTimeout(timer);
    };
  }, []);

  const close = () => dialog.current?.close();
  const onKeys = useCallback((handler: KeyHandler | undefined) => {
    onKey.current = handler;
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={t("search.title")}
      onClose={() => {
        setRequest(undefined);
        setText("");
        setActiveId(undefined);
      }}
      className="fixed inset-0 m-0 hidden size-full max-h-none max-w-none justify-center bg-transparent p-0 text-ink backdrop:bg-scrim open:flex sm:pt-[min(4.75rem,8vh)]"
    >
      {/* A click beside the panel closes it; the keyboard has Escape. */}
      <button type="button" tabIndex={-1} aria-hidden onClick={close} className="absolute inset-0 cursor-default!" />
      <div className="relative flex size-full flex-col overflow-hidden bg-surface sm:h-fit sm:max-h-[min(46rem,88vh)] sm:w-170 sm:max-w-[calc(100vw-2rem)] sm:rounded-xl sm:bg-raised sm:shadow-pop">
        <div className="flex h-13.5 shrink-0 items-center gap-3 border-b border-line px-4">
          <Search className="size-4.5 shrink-0 text-ink-3" aria-hidden />
          <input
            ref={input}
            role="combobox"
            aria-label={t("search.label")}
            aria-expanded={request !== undefined}
            aria-controls={LIST_ID}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={t(request?.asksForSlots ? "search.slotPlaceholder" : "search.placeholder")}
            value={text}
            maxLength={MAX_TEXT_LENGTH}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (onKey.current) onKey.current(event);
              else if (event.key === "Enter") setEnterAwaited(true);
            }}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
          />
          <button
            type="button"
            onClick={close}
            className="shrink-0 text-13 font-medium text-accent-ink max-sm:min-h-11 sm:hidden"
          >
            {t("kit.close")}
          </button>
          <span className="max-sm:hidden" aria-hidden>
            <Kbd>esc</Kbd>
          </span>
        </div>
        {request && <span ref={scrollLockRef} hidden />}
        {request && <span ref={dimmedPageRef} hidden />}
        {request && isLoaded && (
          <Suspense fallback={null}>
            <PaletteResults
              {...{ request, text, pages, close, onKeys, isEnterAwaited }}
              listId={LIST_ID}
              onText={setText}
              onActive={setActiveId}
              focusInput={() => input.current?.focus()}
            />
          </Suspense>
        )}
      </div>
    </dialog>
  );
}

export interface PaletteProps {
  request: SearchRequest;
  text: string;
  pages: readonly PalettePage[];
  listId: string;
  isEnterAwaited: boolean;
  close: () => void;
  onText: (text: string) => void;
  onActive: (id: string | undefined) => void;
  focusInput: () => void;
  onKeys: (handler: KeyHandler | undefined) => void;
}

/** The visible box in the sidebar: opens the search. */
export function SearchButton({ className }: { className?: string }) {
  const t = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={() => openSearch()}
      onPointerEnter={preloadResults}
      className={cx(
        "flex h-8 w-full items-center gap-2.5 rounded-md border border-line px-2.5 text-left text-13 text-ink-3 transition-colors hover:border-line-strong hover:bg-hover hover:text-ink",
        className,
      )}
    >
      <Search className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{t("search.open")}</span>
      <span className="flex gap-1" aria-hidden>
        <Kbd>{searchShortcut}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
}

export function SearchIconButton() {
  const t = useTranslation();
  return (
    <button
      type="button"
      aria-label={t("search.open")}
      aria-haspopup="dialog"
      onClick={() => openSearch()}
      className="ml-auto grid size-10 place-items-center rounded-md text-ink-2 hover:bg-hover"
    >
      <Search className="size-5" aria-hidden />
    </button>
  );
}
