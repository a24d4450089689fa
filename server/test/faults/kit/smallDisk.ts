/** A file system of a few megabytes for a data folder, so that a test can really fill it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestServer } from "../../kit/server/testServer";

const megabytes = 24;

export interface SmallDisk {
  server: TestServer;
  /** Describes how the disk was made, for the test's output. */
  way: string;
  /** Path of the data folder, as the test sees it. */
  folder: string;
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Mounts a tmpfs if the test is allowed to; otherwise runs the server in its own user namespace, where mounts are
 * allowed, and accesses the disk through /proc. Throws if neither works, because nothing would be tested.
 */
export async function startOnSmallDisk(settings: Record<string, string> = {}): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "visaport-small-"));
  const environment = { ...settings, DATA_DIR: folder };
  const options = `size=${megabytes}m,mode=700`;
  if (run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder)) {
    const server = await TestServer.start(environment);
    return describe(server, "a mounted tmpfs", folder, () => run("umount", "-l", folder));
  }
  const script = `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && exec "$@"`;
  const launcher = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"];
  const server = await TestServer.start(environment, launcher).catch((cause: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      "This machine allows neither a mount nor a user namespace, so there is no small disk to test",
      {
        cause,
      },
    );
  });
  const inside = `/proc/${server.pid}/root${folder}`;
  return describe(server, "a tmpfs in a user namespace of the server", inside, () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

function describe(server: TestServer, way: string, folder: string, unmount: () => unknown): SmallDisk {
  const ballast = join(folder, "ballast");
  return {
    server,
    way,
    folder,
    async fill() {
      const file = await open(ballast, "a");
      // Fills the disk to the last byte with pieces that become smaller until none fits.
      for (let piece = Buffer.alloc(1024 * 1024); piece.length > 0;)
        await file.write(piece).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOSPC") throw error;
          piece = piece.subarray(0, piece.length >> 1);
        });
      await file.close();
    },
    makeRoom: () => rm(ballast),
    async dispose() {
      await server.stop("SIGKILL");
      unmount();
      rmSync(server.dataDir, { recursive: true, force: true });
    },
  };
}

function run(command: string, ...given: string[]): boolean {
  try {
    execFileSync(command, given, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
