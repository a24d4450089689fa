import { Column, Entity, PrimaryColumn } from "typeorm";
import type { FileContentType, FilePurpose, ScanState } from "./file.rules";

/** What is known of a stored file; its bytes are in the file store. */
@Entity("stored_file")
export class StoredFileEntity {
  @PrimaryColumn({ type: "text" }) fileId!: string;
  @Column({ type: "text" }) visaApplicantId!: string;
  @Column({ type: "text" }) purpose!: FilePurpose;
  /** Its place among the files of the same purpose, 0 first. */
  @Column({ type: "integer" }) position!: number;
  @Column({ type: "text" }) contentType!: FileContentType;
  /** The name of the file that was sent, sealed: people name scans after passport numbers. */
  @Column({ type: "text" }) imageNameSealed!: string;
  /** Bytes, as kept and before encryption. */
  @Column({ type: "integer" }) size!: number;
  /** SHA-256 of the bytes as kept, hex. */
  @Column({ type: "text" }) sha256!: string;
  /** The file's own key, wrapped by `DATA_KEY`. */
  @Column({ type: "text" }) wrappedKey!: string;
  @Column({ type: "text" }) createdAt!: string;
  /** Whether a scanner has passed it; UNSCANNED where none was set when it came. Staff are shown it. */
  @Column({ type: "text" }) scanState!: ScanState;
}
