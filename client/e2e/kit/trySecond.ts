import { jest } from "@jest/globals";

// A browser on a machine that others load too: docs/decisions/0010. The first failure is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
