import type { FileFault } from "../../../server/modules/file/file.rules";

/** For a kind of picture that some browsers turn into a JPG and others cannot open: what to do instead. */
export function unreadableHere(kind: "heic" | "avif"): FileFault {
  const message =
    kind === "heic"
      ? "This is a HEIC photo, which this browser cannot read. On an iPhone choose Settings › Camera › Formats › " +
        "Most Compatible and take it again, or take a screenshot of the photo and choose that"
      : "This is an AVIF picture, which this browser cannot read. Open it, save it as a JPG and choose that";
  return { code: "FILE_TYPE", message };
}

/** For a picture whose decoding could take more memory than a phone has. */
export function tooHeavyToFit(maxBytes: number): FileFault {
  return {
    code: "FILE_TOO_LARGE",
    message: `The selected picture must be ${maxBytes / 1024 / 1024} MB or smaller`,
  };
}
