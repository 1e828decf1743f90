import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";

interface PrintedPageProps {
  orientation: "landscape" | "portrait";
  title: string;
  subtitle: string;
  when: string;
  which?: string | undefined;
  notes: boolean;
  legend?: ReactNode;
  children: ReactNode;
}

export function PrintedPage({ orientation, title, subtitle, when, which, notes, legend, children }: PrintedPageProps) {
  const t = useTranslation();
  return (
    <div className="sheet-frame" data-orientation={orientation}>
      <section
        className="sheet"
        data-orientation={orientation}
        aria-label={[title, when, which].filter(Boolean).join(" · ")}
      >
        <header className="sheet-head">
          <div>
            <h2>{title}</h2>
            <p>{subtitle}</p>
          </div>
          <div>
            <p className="sheet-when">{when}</p>
            {which && <p>{which}</p>}
          </div>
        </header>
        <div className="sheet-room">{children}</div>
        {notes && (
          <div className="sheet-notes">
            {t("planning.sheetNotes")}
            <hr />
            <hr />
          </div>
        )}
        {legend}
      </section>
    </div>
  );
}

/** @param foot text beside the page number */
export function PrintedPages({ foot, children }: { foot: string; children: ReactNode }) {
  const desk = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const it = desk.current;
    if (!it) return;
    // A millimetre has 96 / 25.4 CSS pixels.
    const fit = ([entry]: ResizeObserverEntry[]) => {
      const width = entry?.contentRect.width ?? 0;
      for (const [name, millimetres] of [
        ["--landscape", 297],
        ["--portrait", 210],
      ] as const)
        it.style.setProperty(name, String(Math.min(1, width / ((millimetres * 96) / 25.4))));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(it);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    // `@page` reads only variables of the root.
    document.documentElement.style.setProperty("--sheet-foot", JSON.stringify(foot));
    return () => {
      document.documentElement.style.removeProperty("--sheet-foot");
    };
  }, [foot]);
  return (
    <div ref={desk} className="sheets">
      {children}
    </div>
  );
}
