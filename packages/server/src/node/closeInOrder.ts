import type { Logger } from 'pino'

/** Closes one part after the other. A part that fails is logged, and keeps no other from being closed. */
export async function closeInOrder(steps: readonly (() => unknown)[], logger: Logger): Promise<void> {
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      logger.error({ err: error }, 'did not close cleanly')
    }
}
