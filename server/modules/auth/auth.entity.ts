import { Column, Entity, PrimaryColumn } from "typeorm";

/** A login code that was sent. The code itself is kept as an HMAC only. */
@Entity("login_code")
export class LoginCodeEntity {
  @PrimaryColumn({ type: "text" }) loginCodeId!: string;
  @Column({ type: "text" }) phoneNumber!: string;
  @Column({ type: "text" }) codeHash!: string;
  @Column({ type: "integer" }) tries!: number;
  /** OPEN, USED once it did, VOID once a newer one was sent. */
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
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
}
