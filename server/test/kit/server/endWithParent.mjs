/** Loaded by `node --import` before a server that is to end with whoever started it, however that ends. */
process.on("disconnect", () => process.exit());
