import type { Locator, Page } from "playwright-core";

/** Builds a file for an input from bytes. */
export const upload = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });

/** Returns the file input with that label, not the camera's next to it. */
export const fileInput = (page: Page, label: string): Locator =>
  page.locator("input[type=file]").and(page.getByLabel(label)).first();

/** The description of a file in its preview. */
export interface Told {
  /** E.g. `3.8 MB → 92 KB, 630 × 810 px`. */
  text: string;
  kilobytes: number;
  width: number;
  height: number;
}

const outcome = /→ (\d+) KB, (\d+) × (\d+) px/;

/** Returns the description of the tab's only picture once it has been fitted. */
export async function readOutcome(page: Page): Promise<Told> {
  const line = page.locator("main").getByText(outcome).last();
  await line.waitFor();
  const text = await line.innerText();
  const [kilobytes = 0, width = 0, height = 0] = outcome.exec(text)!.slice(1).map(Number);
  return { text, kilobytes, width, height };
}

/** Returns the colour of a displayed picture at a point; `x` and `y` are fractions of its width and height. */
export async function colourAt(picture: Locator, x: number, y: number): Promise<"red" | "grey" | "other"> {
  const [red = 0, green = 0, blue = 0] = await picture.evaluate(
    async (image: HTMLImageElement, place) => {
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      // Averages an area, because single pixels of a noisy picture are not reliable.
      const side = 9;
      const left = Math.round(place.x * canvas.width - side / 2);
      const top = Math.round(place.y * canvas.height - side / 2);
      const { data } = context.getImageData(left, top, side, side);
      const sum = [0, 0, 0];
      data.forEach((value, index) => {
        if (index % 4 < 3) sum[index % 4]! += value;
      });
      return sum.map((value) => value / side / side);
    },
    { x, y },
  );
  if (red > 180 && green < 70 && blue < 70) return "red";
  return Math.abs(red - green) < 40 && Math.abs(green - blue) < 40 ? "grey" : "other";
}

interface SentFile {
  name: string;
  bytes: Buffer;
}

/** Records the files that the page sends from now on. Returns a function that reads them. */
export async function keepSentFiles(page: Page): Promise<() => Promise<SentFile[]>> {
  await page.evaluate(() => {
    const kept: File[] = [];
    Object.assign(window, { sentFiles: kept });
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        for (const value of body.values()) if (value instanceof File) kept.push(value);
      return send.call(this, body);
    };
  });
  return async () => {
    const files = await page.evaluate(async () => {
      const asDataUrl = (file: File) =>
        new Promise<string>((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result as string);
          reader.readAsDataURL(file);
        });
      const { sentFiles } = window as unknown as { sentFiles: File[] };
      return Promise.all(sentFiles.map(async (file) => ({ name: file.name, url: await asDataUrl(file) })));
    });
    return files.map(({ name, url }) => ({ name, bytes: Buffer.from(url.split(",")[1]!, "base64") }));
  };
}
