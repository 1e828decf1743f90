/** Recovery codes, shown once. */
import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "#web/kit/data/download.ts";
import { useUser } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  onStored: () => void;
}

export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const t = useTranslation();
  const { email } = useUser();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    setIsCopied(true);
  };
  const save = () => {
    const title = t("second-factors.codesFileTitle", { email, host: location.host });
    saveFile(new Blob([[title, "", ...codes, ""].join("\n")], { type: "text/plain" }), "baseline-recovery-codes.txt");
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h3 tabIndex={-1} ref={(heading) => heading?.focus()} className="text-sm font-semibold outline-none">
          {t("second-factors.storeTitle")}
        </h3>
        <p className="max-w-prose text-13 text-ink-2">{t("second-factors.storeText")}</p>
      </div>
      <ul
        aria-label={t("second-factors.recoveryCodes")}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-sm tnum sm:max-w-xs"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {/* Browsers deny clipboard access without HTTPS; the codes can be selected. */}
        <Button onClick={() => void copy().catch(() => {})}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t(isCopied ? "second-factors.copied" : "second-factors.copyCodes")}
        </Button>
        <Button onClick={save}>
          <Download aria-hidden />
          {t("second-factors.downloadCodes")}
        </Button>
        <Button variant="primary" onClick={onStored}>
          {t("second-factors.codesStored")}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {isCopied && t("second-factors.copied")}
      </span>
    </div>
  );
}
