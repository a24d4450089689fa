import { pipeline, Transform, type Readable } from "node:stream";
import { Pace, type SlowestPace } from "./pace";

/** The same bytes, which break off with an error where nobody reads them or somebody too slowly. */
export function pacedDownload(source: Readable, slowest: SlowestPace): Readable {
  const paced = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pace.moved(chunk.length);
      done(null, chunk);
    },
  });
  const pace = new Pace(
    slowest,
    // What lies ready waits for the reader; where nothing does, the reader waits for us.
    () => paced.readableLength > 0,
    () => paced.destroy(new Error("The download was not read, or too slowly")),
  );
  // Whichever of the two ends takes the other along; the error is the listener's of the returned stream.
  pipeline(source, paced, () => pace.stop());
  return paced;
}
