import { useEffect, useState } from "react";

const FRAME_HEIGHT = 560;

/** Shows HTML of the server in a frame, shrunk to the room that there is. @param width in pixels */
export function ScaledFrame({ html, width, title }: { html: string; width: number; title: string }) {
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
