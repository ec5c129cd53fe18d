import type { Fault } from './definitions.ts'
import type { FaultBehaviour } from './fault.ts'
import { toBehaviour, toFault } from './parseFault.ts'

export type FaultSwitch = {
  readonly fault: Fault
  /** The current behavior. */
  readonly behaviour: FaultBehaviour
  readonly isFaulty: boolean
  /** Resolves once the fault is in force. @throws {InvalidFaultError} */
  set(fault: Fault): Promise<void>
  /** Stops switching. Resolves when a pending change is done. */
  close(): Promise<void>
}

/** Switches faults. `putInForce` is called for one behavior at a time. */
export const createFaultSwitch = (putInForce: (behaviour: FaultBehaviour) => Promise<void>): FaultSwitch => {
  let fault: Fault = { kind: 'none' }
  let behaviour: FaultBehaviour = {}
  let isFaulty = false
  let isClosed = false
  let flapTimer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  const enqueue = (next: FaultBehaviour, faulty: boolean): Promise<void> => {
    const change = last.then(async () => {
      if (isClosed) return
      behaviour = next
      isFaulty = faulty
      await putInForce(next)
    })
    last = change.catch(() => undefined)
    return change
  }
  const flap = (faulty: FaultBehaviour, periodMs: number): NodeJS.Timeout => {
    let isDown = true
    return setInterval(() => {
      isDown = !isDown
      // If the port could not be reopened, the next period retries.
      enqueue(isDown ? faulty : {}, isDown).catch(() => undefined)
    }, periodMs)
  }

  return {
    get fault() {
      return fault
    },
    get behaviour() {
      return behaviour
    },
    get isFaulty() {
      return isFaulty
    },
    async set(next) {
      const wanted = toFault(next)
      if (isClosed) return
      fault = wanted
      clearInterval(flapTimer)
      const steady = wanted.kind === 'flap' ? wanted.fault : wanted
      const faulty = toBehaviour(steady)
      if (wanted.kind === 'flap') flapTimer = flap(faulty, wanted.periodMs)
      await enqueue(faulty, steady.kind !== 'none')
    },
    close() {
      isClosed = true
      clearInterval(flapTimer)
      return last
    },
  }
}
