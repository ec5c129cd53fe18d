import type { Subject } from '../alert.ts'
import type { Cursor, Reading } from '../rules/step.ts'

/** Source of figures. */
export type SignalSource = {
  /** Emits the current value if known, then each change, until the returned function is called. */
  watch(subject: Subject, emit: (reading: Reading) => void): () => void
  /** Returns the known values of a figure since a position in its history, oldest first. */
  replay?(subject: Subject, since: Cursor, signal: AbortSignal): Promise<readonly Reading[]>
  /** @throws the reason why a figure cannot be watched */
  check?(subject: Subject): void
}
