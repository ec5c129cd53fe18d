import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const fewCores = 2

/**
 * On a machine of one or two cores, lets the main thread alone collect short-lived objects. V8 shares each of these
 * collections (scavenges) with helper threads and waits for all of them. Where something else has the other core, as the
 * provider's own node has, that wait is longer than the work: it comes a few times a second and makes whatever is answered
 * then late.
 *
 * A setting of V8 for the whole process, so it is for whoever owns the process to call: `outrigger up` does.
 *
 * @returns whether it was set
 * @example
 * tuneForFewCores()
 * await using node = await createNode(config)
 */
export function tuneForFewCores(cores = availableParallelism()): boolean {
  if (cores > fewCores) return false
  try {
    setFlagsFromString('--no-parallel-scavenge')
    return true
  } catch {
    // Deno has V8 and not its flags.
    return false
  }
}
