import { Column, Entity, PrimaryColumn } from "typeorm";

/** A login code that was sent. Only an HMAC of the code is stored. */
@Entity("login_code")
export class LoginCodeEntity {
  @PrimaryColumn({ type: "text" }) loginCodeId!: string;
  /** Replaced by a keyed index once the account is erased or has another number. */
  @Column({ type: "text" }) phoneNumber!: string;
  @Column({ type: "text" }) codeHash!: string;
  /** Hash of the challenge id. */
  @Column({ type: "text" }) handleHash!: string;
  /** Keyed hash of the requesting network. */
  @Column({ type: "text" }) askedFrom!: string;
  /** Attempts with the challenge id, right or wrong. */
  @Column({ type: "integer" }) tries!: number;
  /** Attempts without the challenge id, by hash of the network. */
  @Column({ type: "simple-json" }) triesFrom!: Record<string, number>;
  /** True if the code was sent beyond the number's limit because the device was known. */
  @Column({ type: "boolean" }) isOfDevice!: boolean;
  /** USED after a successful attempt; VOID if the same device requested a newer code, or the number was replaced. */
  @Column({ type: "text" }) state!: "OPEN" | "USED" | "VOID";
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) expiresAt!: string;
}

/** A login. The token contains the session's id, which is looked up on each request. */
@Entity("session")
export class SessionEntity {
  @PrimaryColumn({ type: "text" }) sessionId!: string;
  @Column({ type: "text" }) userId!: string;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) expiresAt!: string;
  /** Updated at most once an hour. */
  @Column({ type: "text" }) lastUsedAt!: string;
  /** Readable description of the device; empty if unknown. */
  @Column({ type: "text" }) device!: string;
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
  /** Time at which the staff member passed the second factor in this session; null until then. */
  @Column({ type: "text", nullable: true }) secondFactorAt!: string | null;
}

@Entity("known_device")
export class KnownDeviceEntity {
  /** Hash of the secret that the device stores. A device can be known to several accounts. */
  @PrimaryColumn({ type: "text" }) tokenHash!: string;
  @PrimaryColumn({ type: "text" }) userId!: string;
  @Column({ type: "text" }) lastLoginAt!: string;
}
