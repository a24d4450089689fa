/** Loaded by `node --import` before a server that must end with its parent, however the parent ends. */
process.on("disconnect", () => process.exit());
