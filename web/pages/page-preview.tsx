import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PageChanges, pages } from "#contract/pages.ts";
import { emptyToNull } from "#contract/kit.ts";
import { call } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";

/** Pixels. */
const widths = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof widths;
const FRAME_HEIGHT = 560;
const TYPING_PAUSE_MS = 400;

/** Values as they were when the typing paused. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The page as it would be with what stands in the form. */
export function PagePreview() {
  const t = useTranslation();
  const [device, setDevice] = useState<Device>("phone");
  return (
    <FormSection title={t("pages.preview")} hint={t("pages.previewHint")}>
      <SegmentedControl
        name="previewWidth"
        aria-label={t("pages.previewWidth")}
        value={device}
        onValueChange={setDevice}
        options={[
          { value: "phone", label: t("pages.previewPhone") },
          { value: "desktop", label: t("pages.previewDesktop") },
        ]}
      />
      <PreviewFrame device={device} />
    </FormSection>
  );
}

function PreviewFrame({ device }: { device: Device }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const values = useSettled(useFormSnapshot((snapshot) => snapshot.values));
  const body = PageChanges.safeParse(emptyToNull(PageChanges, values));
  const { data } = useQuery({
    queryKey: [pages.preview.name, organizationId, body.data],
    queryFn: () =>
      body.data ? call(pages.preview, { params: { organizationId }, body: body.data }, { quiet: true }) : null,
    enabled: body.success,
    placeholderData: (before) => before,
  });
  if (!body.success) return <p className="text-13 text-ink-2">{t("pages.previewWrong")}</p>;
  if (!data) return <Skeleton className="h-140 w-full rounded-xl" />;
  return <ScaledFrame html={data.data.html} width={widths[device]} title={t("pages.preview")} />;
}

/** Shrinks the frame to the room that there is, so that a desktop is seen as a whole. */
function ScaledFrame({ html, width, title }: { html: string; width: number; title: string }) {
  const [room, setRoom] = useState(width);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setRoom(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  const scale = Math.min(1, room / width);
  return (
    <div
      ref={setBox}
      className="overflow-hidden rounded-xl border border-line bg-canvas"
      style={{ height: FRAME_HEIGHT, maxWidth: width + 2 }}
    >
      {/* Nothing of the page runs, opens or leads anywhere. It is of this origin, so that its font loads. */}
      <iframe
        title={title}
        sandbox="allow-same-origin"
        srcDoc={html}
        className="block origin-top-left border-0"
        style={{ width, height: FRAME_HEIGHT / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}
