import type { Subject } from '../alert.ts'
import type { Cursor, Reading } from '../rules/step.ts'

/** Where figures come from. */
export type SignalSource = {
  /** Emits the present value where it is known, then each change, until the returned function is called. */
  watch(subject: Subject, tell: (reading: Reading) => void): () => void
  /** What a figure was since a place in its history, oldest first, as far as that can still be known. */
  replay?(subject: Subject, since: Cursor, signal: AbortSignal): Promise<readonly Reading[]>
  /** @throws why a figure cannot be watched here */
  check?(subject: Subject): void
}
