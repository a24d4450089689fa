import type { ComponentProps } from "react";
import { Drawing } from "../../components/Icon";

/** A drawn sheet: dashed while empty, labelled for a PDF. */
export function FileIcon({ kind, size = 56 }: { kind: "empty" | "pdf" | "picture"; size?: number }) {
  return (
    <Drawing box={[56, 56]} width={size} height={size} strokeWidth="1.75">
      <path d="M14 6h20l10 10v34H14Z" strokeDasharray={kind === "empty" ? "4 4" : undefined} />
      <path d="M34 6v10h10" />
      {kind === "empty" && <path d="M29 42V26m-6 6 6-6 6 6" />}
      {kind === "picture" && <path d="m18 42 8-10 6 6 4-4 5 6M24 25.5v.2" />}
      {kind === "pdf" && (
        <path d="M19 41v-9h2.5a2.4 2.4 0 0 1 0 5H19m8 4v-9h1.5a4 4 0 0 1 4 4.5 4 4 0 0 1-4 4.5Zm9.5 0v-9H41m-4.5 4.5h3.5" />
      )}
    </Drawing>
  );
}

export function FileLink(props: ComponentProps<"a">) {
  return <a target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer" {...props} />;
}
