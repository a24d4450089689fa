import { Column, Entity, PrimaryColumn } from "typeorm";
import type { FileContentType, FilePurpose, ScanState } from "./file.rules";

/** Metadata of a file. The bytes are in the file store. */
abstract class FileEntity {
  @PrimaryColumn({ type: "text" }) fileId!: string;
  @Column({ type: "text" }) purpose!: FilePurpose;
  /** 0-based position among the files with the same purpose. */
  @Column({ type: "integer" }) position!: number;
  @Column({ type: "text" }) contentType!: FileContentType;
  /** The uploaded file's name, encrypted because people name scans after passport numbers. */
  @Column({ type: "text" }) imageNameSealed!: string;
  /** Size in bytes after inspection and before encryption. */
  @Column({ type: "integer" }) size!: number;
  /** SHA-256 of the inspected bytes before encryption, in hex. */
  @Column({ type: "text" }) sha256!: string;
  /** The file's own key, wrapped with `DATA_KEY`. */
  @Column({ type: "text" }) wrappedKey!: string;
  @Column({ type: "text" }) createdAt!: string;
  /** UNSCANNED if no virus scanner was configured at upload. Shown to staff. */
  @Column({ type: "text" }) scanState!: ScanState;
}

@Entity("stored_file")
export class StoredFileEntity extends FileEntity {
  @Column({ type: "text" }) visaApplicantId!: string;
}

/** A file of a kept applicant. */
@Entity("kept_file")
export class KeptFileEntity extends FileEntity {
  @Column({ type: "text" }) keptApplicantId!: string;
}
