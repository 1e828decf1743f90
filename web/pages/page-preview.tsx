import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageChanges, pages } from "#contract/pages.ts";
import { emptyToNull } from "#contract/kit.ts";
import { call } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useDebounced } from "#web/kit/render/use-debounced.ts";
import { ScaledFrame } from "#web/kit/ui/scaled-frame.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";

/** Pixels. */
const widths = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof widths;

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
  const values = useDebounced(useFormSnapshot((snapshot) => snapshot.values));
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
