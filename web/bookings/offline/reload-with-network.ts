/** A network that answers this late is none. */
const ANSWER_MS = 3000;
const RETRY_MS = 5000;

async function hasNetwork(): Promise<boolean> {
  try {
    const answer = await fetch("/sw.js", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Opens the page itself, with all that it shows asked for again, as soon as the server answers. */
export function reloadWithNetwork(): void {
  const check = async () => {
    if (!document.hidden && (await hasNetwork())) location.reload();
  };
  setInterval(() => void check(), RETRY_MS);
  addEventListener("online", () => void check());
}
