import { useEffect, useState } from "react";

/** Returns an object URL for a chosen file, revoked when the file changes or the component unmounts. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(created);
    };
  }, [file]);

  return url;
}
