import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultBehaviour } from './fault.ts'

export type FrameHandler = (data: Buffer, binary: boolean, behaviour: FaultBehaviour) => Promise<void>

type Parts = {
  /** Returns the behavior when a frame arrives. */
  readonly current: () => FaultBehaviour
  readonly handle: FrameHandler
  readonly onFailure: () => void
  /** Aborted when the socket closes. */
  readonly signal: AbortSignal
}

/** Handles frames in order, with the delay and silence of the fault. */
export const createFrameLane = ({ current, handle, onFailure, signal }: Parts) => {
  let last = Promise.resolve()
  return (data: Buffer, binary: boolean): void => {
    const behaviour = current()
    const dueMs = performance.now() + (behaviour.delayMs ?? 0)
    last = last
      .then(async () => {
        const waitMs = dueMs - performance.now()
        if (behaviour.delayMs !== undefined && waitMs > 0) await sleep(waitMs, undefined, { signal })
        if (!behaviour.silent && !signal.aborted) await handle(data, binary, behaviour)
      })
      .catch(onFailure)
  }
}
