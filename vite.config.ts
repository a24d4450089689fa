import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `vite build` makes dist/client; `vite build --ssr server/main.ts` makes dist/server. */
export default defineConfig(({ isSsrBuild, command }) =>
  isSsrBuild
    ? {
        build: { outDir: "dist/server", target: "node20", sourcemap: true, emptyOutDir: true },
        oxc: { decorator: { legacy: true } },
      }
    : {
        root: "client",
        plugins: [react()],
        build: { outDir: "../dist/client", emptyOutDir: true, sourcemap: false, assetsInlineLimit: 0 },
        server: {
          port: 5173,
          strictPort: true,
          proxy:
            command === "serve"
              ? Object.fromEntries(
                  ["/graphql", "/api", "/files", "/flags", "/razorpay-sandbox"].map((path) => [
                    path,
                    `http://127.0.0.1:${process.env["PORT"] ?? 4000}`,
                  ]),
                )
              : {},
        },
      },
);
