import { Column, Entity, PrimaryColumn } from "typeorm";

/** A login code that was sent. The code itself is kept as an HMAC only. */
@Entity("login_code")
export class LoginCodeEntity {
  @PrimaryColumn({ type: "text" }) loginCodeId!: string;
  @Column({ type: "text" }) phoneNumber!: string;
  @Column({ type: "text" }) codeHash!: string;
  /** Hash of what whoever asked for it brings with it. */
  @Column({ type: "text" }) handleHash!: string;
  /** Hash of the network that asked for it, with a key. */
  @Column({ type: "text" }) askedFrom!: string;
  /** Wrong tries and right ones with its handle. */
  @Column({ type: "integer" }) tries!: number;
  /** Tries without the handle by the hash of their network. */
  @Column({ type: "simple-json" }) triesFrom!: Record<string, number>;
  /** Sent though the number had its share, to a device that signed in before. */
  @Column({ type: "boolean" }) isOfDevice!: boolean;
  /** OPEN, USED once it did, VOID once whoever asked for it has asked for a newer one. */
  @Column({ type: "text" }) state!: "OPEN" | "USED" | "VOID";
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) expiresAt!: string;
}

/** A login. Its id is in the token and is looked up on each request. */
@Entity("session")
export class SessionEntity {
  @PrimaryColumn({ type: "text" }) sessionId!: string;
  @Column({ type: "text" }) userId!: string;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) expiresAt!: string;
  /** Written once an hour at most. */
  @Column({ type: "text" }) lastUsedAt!: string;
  /** The kind of device in words; empty where it did not say. */
  @Column({ type: "text" }) device!: string;
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
  /** When staff gave their second factor in it. */
  @Column({ type: "text", nullable: true }) secondFactorAt!: string | null;
}

/** A device that an account has signed in on. */
@Entity("known_device")
export class KnownDeviceEntity {
  /** Hash of the secret that the device keeps; it may know several accounts. */
  @PrimaryColumn({ type: "text" }) tokenHash!: string;
  @PrimaryColumn({ type: "text" }) userId!: string;
  @Column({ type: "text" }) lastLoginAt!: string;
}
