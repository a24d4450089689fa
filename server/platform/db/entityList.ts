import { IdempotencyKeyEntity } from "./idempotencyKey.entity";
import { SettingEntity } from "./setting.entity";

/** The entities of the modules, provided by `server/app`. */
export type EntityList = readonly (new () => object)[];

export const withPlatformEntities = (entities: EntityList) => [
  ...entities,
  IdempotencyKeyEntity,
  SettingEntity,
];
