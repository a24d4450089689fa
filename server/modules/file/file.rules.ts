/**
 * Rules for files: names, types, limits and messages (worded after the GOV.UK Design System). Pure and without Node
 * APIs, because the browser applies the same rules before an upload.
 */
import type { UserErrorCode } from "../../core/errors";
import { shortenFileName } from "../../core/fileName.rules";

export const maxFiles = 20;
/** Maximum size of one request in bytes, including all files and fields. */
export const maxRequestBytes = 30 * 1024 * 1024;
export const maxPixels = 40_000_000;
/** In pixels. A face cannot be recognised, nor a passport number read, in a smaller image. */
export const minSidePixels = 100;
export const maxPdfPages = 10;
/** Limits for the text read from a visa, which has one or two pages, with the applicant's details on the first. */
export const pdfTextLimits = { pages: 5, length: 20_000 };
/**
 * Maximum number of scans in a progressive JPEG. libjpeg and mozjpeg write up to 13. Limited because each scan costs
 * a pass over the whole image, and 900 scans fit into 100 KB.
 */
export const maxScans = 40;
/**
 * Images with more pixels can take a second to decode. Those resized by our client have about a fifth of this number.
 */
export const maxQuickPixels = 4_000_000;
/** CPU seconds allowed per file. The slowest legitimate file (40 megapixels, progressive) takes 0.6 s. */
export const maxCpuSecondsPerFile = 8;
/** Wall-clock limit per file. A timeout means an overloaded server, so the user is asked to retry. */
export const maxSecondsPerFile = 60;
/**
 * CPU seconds allowed for reading a passport page; most pages take 0.3 s. Opening a PDF counts, decoding a picture does
 * not. The traveller types the fields that are not read in time.
 */
export const maxCpuSecondsPerReading = 2;
/** Wall-clock limit for reading a passport page, including time in the queue. The upload waits for the result. */
export const maxSecondsPerReading = 10;
/** Lifetime in seconds of a signed URL of a private file. */
export const linkLifeSeconds = 5 * 60;
/** Signed URLs stay the same for a minute, so that a refetched page does not load its files again. */
export const steadyLinks = { sessionKey: "l", lifeSeconds: linkLifeSeconds, steadySeconds: 60 };
export const fileLinks = { purpose: "file-link", path: "/files", ...steadyLinks };

export type FilePurpose = "PHOTO" | "PASSPORT_FRONT" | "PASSPORT_BACK" | "DOCUMENT" | "VISA";

const megabyte = 1024 * 1024;

/** Maximum size of a file in bytes, whatever its purpose. */
export const maxFileBytes = 5 * megabyte;

export const maxSizeText = `${maxFileBytes / megabyte} MB`;

export type ScanState = "UNSCANNED" | "CLEAN";

export type FileContentType = "image/jpeg" | "image/png" | "application/pdf";
type FileErrorCode = Extract<UserErrorCode, `FILE_${string}`>;
export interface FileViolation {
  code: FileErrorCode;
  message: string;
}

/** Result of a check: the data of a file that passed, or the violation. */
export type Checked<Passed extends object> =
  | ({ violation: FileViolation } & { [Key in keyof Passed]?: undefined })
  | (Passed & { violation?: undefined });

/** File name extensions without dots, the most common one first. */
export const fileExtensions: Readonly<Record<FileContentType, readonly [string, ...string[]]>> = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "application/pdf": ["pdf"],
};

export function acceptedContentTypes(purpose: FilePurpose): readonly FileContentType[] {
  return purpose === "PHOTO" ? ["image/jpeg", "image/png"] : ["image/jpeg", "image/png", "application/pdf"];
}

function acceptedExtensions(purpose: FilePurpose): readonly string[] {
  return acceptedContentTypes(purpose).flatMap((contentType) => fileExtensions[contentType]);
}

export function acceptAttribute(purpose: FilePurpose): string {
  return acceptedExtensions(purpose)
    .map((extension) => `.${extension}`)
    .join(",");
}

/** Guidance only. The server does not enforce these sizes and resolutions; the browser resizes images to match. */
export const fileGuidance: Readonly<Record<FilePurpose, string>> = {
  PHOTO: "Recent coloured photo in true colour. Accepted: .jpg, .jpeg, .png. Size: 50 KB-100 KB.",
  PASSPORT_FRONT: "Accepted: .jpg, .jpeg, .png, .pdf. At least 200 dpi, true colour. Size: 100 KB-250 KB.",
  PASSPORT_BACK: "Accepted: .jpg, .jpeg, .png, .pdf. At least 200 dpi, true colour. Size: 100 KB-250 KB.",
  DOCUMENT: "Accepted: .jpg, .jpeg, .pdf, .png. You can choose more than one file.",
  VISA: "Accepted: .jpg, .jpeg, .png, .pdf.",
};

/** The texts for the photo and the passport are quoted from the specification. */
export const fileRequiredMessages: Readonly<Record<FilePurpose, string>> = {
  PHOTO: "Please upload profile photo",
  PASSPORT_FRONT: "Please upload passport frontside image",
  PASSPORT_BACK: "Please upload passport backside image",
  DOCUMENT: "Please upload the document",
  VISA: "Please upload the visa",
};

export function fileRequiredViolation(purpose: FilePurpose): FileViolation {
  return { code: "FILE_REQUIRED", message: fileRequiredMessages[purpose] };
}

const violation = (code: FileErrorCode, message: string) => (): FileViolation => ({ code, message });

/** `hint` is appended to the message. */
const wrongType =
  (hint = "") =>
  (purpose: FilePurpose): FileViolation => {
    const types = purpose === "PHOTO" ? "JPG or PNG" : "JPG, PNG or PDF";
    return { code: "FILE_TYPE", message: `The selected file must be a ${types}${hint}` };
  };

/** Messages say what to do unless that is obvious. */
export const fileViolations = {
  tooLarge: violation("FILE_TOO_LARGE", `The selected file must be ${maxSizeText} or smaller`),
  empty: violation("FILE_CORRUPT", "The selected file is empty"),
  type: wrongType(),
  heic: wrongType(
    ". It is a HEIC photo. To get a JPG on an iPhone, " +
      "set Settings > Camera > Formats to Most Compatible and take the photo again. " +
      "On a computer, open it and export it as JPG",
  ),
  svg: wrongType(". It is an SVG drawing"),
  otherThanItsName: (actual: FileContentType, extension: string): FileViolation => ({
    code: "FILE_TYPE",
    message:
      `The selected file is a ${fileExtensions[actual][0].toUpperCase()}, ` +
      `but its name ends in .${extension}. Rename it or choose another file`,
  }),
  corrupt: violation(
    "FILE_CORRUPT",
    "The selected file is damaged and could not be read. Save it again or choose another file",
  ),
  tooManyPixels: violation(
    "FILE_DIMENSIONS",
    `The selected image must be ${maxPixels / 1_000_000} megapixels or smaller`,
  ),
  tooFewPixels: violation(
    "FILE_DIMENSIONS",
    `The selected image must be at least ${minSidePixels} pixels wide and ${minSidePixels} pixels high`,
  ),
  tooDeep: violation(
    "FILE_DIMENSIONS",
    `The selected image must be ${maxPixels / 2_000_000} megapixels or smaller, or have 8 bits per channel`,
  ),
  uncheckableImage: violation(
    "FILE_UNSAFE",
    "The selected image is built in a way that takes too long to check. Save it as a plain JPG and choose that",
  ),
  passwordProtected: violation(
    "FILE_UNSAFE",
    "The selected file is password protected. Save it as a PDF without a password and choose that",
  ),
  activeContent: violation(
    "FILE_UNSAFE",
    "The selected file contains a script, an action or an attachment. Print it to a new PDF and choose that",
  ),
  uncheckable: violation(
    "FILE_UNSAFE",
    "The selected file is built in a way that cannot be checked. Print it to a new PDF and choose that",
  ),
  infected: violation(
    "FILE_UNSAFE",
    "The virus scanner found something harmful in the selected file. Choose another file",
  ),
  overQuota: (quota: UploadQuota, holder: string): FileViolation => ({
    code: "FILE_TOO_LARGE",
    message:
      `${holder} has no room left for the selected file: it holds up to ${quota.bytes / megabyte} MB` +
      `${Number.isFinite(quota.files) ? ` and ${quota.files} files` : ""}. Remove an applicant or a document that you no longer need, or choose a smaller file`,
  }),
  tooManyPages: violation("FILE_UNSAFE", `The selected file must have ${maxPdfPages} pages or fewer`),
} as const;

export interface UploadQuota {
  bytes: number;
  files: number;
}

/** Returns the index of the first file that exceeds the quota on top of `used`, or undefined if all fit. */
export function findFirstOverQuota(
  quota: UploadQuota,
  used: UploadQuota,
  sizes: readonly number[],
): number | undefined {
  let { bytes, files } = used;
  const place = sizes.findIndex((size) => {
    bytes += size;
    files += 1;
    return bytes > quota.bytes || files > quota.files;
  });
  return place === -1 ? undefined : place;
}

/** Returns the extension in lower case without the dot, or an empty string if there is none. */
export function fileExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Checks only name and size, before any content is read. */
export function findViolationByName(
  purpose: FilePurpose,
  name: string,
  size: number,
): FileViolation | undefined {
  if (size > maxFileBytes) return fileViolations.tooLarge();
  if (size === 0) return fileViolations.empty();
  const extension = fileExtension(safeFileName(name));
  if (extension === "heic" || extension === "heif") return fileViolations.heic(purpose);
  if (extension === "svg") return fileViolations.svg(purpose);
  return acceptedExtensions(purpose).includes(extension) ? undefined : fileViolations.type(purpose);
}

const maxNameLength = 100;

/**
 * Returns a name that is safe to display and to offer for download, never a path. Keeps letters of all scripts and the
 * joiners that Indic scripts need. Removes direction overrides, which can make "gpj.exe" look like "exe.jpg".
 */
export function safeFileName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? "";
  const clean = lastPart
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?!\p{Join_Control})\p{Cf}/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}\p{Join_Control} ._()&+,@'-]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  return clean === "" ? "file" : shortenFileName(clean, maxNameLength);
}
