export function installPackages(what: string, names: readonly string[]): boolean;
