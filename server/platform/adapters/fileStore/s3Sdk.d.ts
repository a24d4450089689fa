/** The part of the SDK that is used. Its own types take seconds to check. */
declare module "@aws-sdk/client-s3" {
  interface Place {
    Bucket: string;
    Key: string;
  }
  interface Command<Output> {
    readonly output: Output;
  }
  export class PutObjectCommand implements Command<object> {
    constructor(input: Place & { Body: Buffer });
    readonly output: object;
  }
  interface ObjectOutput {
    Body?: { transformToByteArray(): Promise<Uint8Array> };
  }
  export class GetObjectCommand implements Command<ObjectOutput> {
    constructor(input: Place);
    readonly output: ObjectOutput;
  }
  export class DeleteObjectCommand implements Command<object> {
    constructor(input: Place);
    readonly output: object;
  }
  interface ListOutput {
    Contents?: { Key?: string; LastModified?: Date }[];
    NextContinuationToken?: string;
  }
  export class ListObjectsV2Command implements Command<ListOutput> {
    constructor(input: {
      Bucket: string;
      Prefix: string;
      MaxKeys: number;
      ContinuationToken: string | undefined;
    });
    readonly output: ListOutput;
  }
  export class NoSuchKey extends Error {}
  export class S3Client {
    constructor(settings: {
      forcePathStyle: boolean;
      requestChecksumCalculation: "WHEN_REQUIRED";
      responseChecksumValidation: "WHEN_REQUIRED";
      maxAttempts: number;
      requestHandler: { connectionTimeout: number; socketTimeout: number };
    });
    readonly config: { region(): Promise<string> };
    send<Output>(command: Command<Output>, options: { abortSignal: AbortSignal }): Promise<Output>;
  }
}
