import type { Logger } from 'pino'

/** Closes the parts in order. Logs a part that fails to close and continues with the next. */
export async function closeInOrder(steps: readonly (() => unknown)[], logger: Logger): Promise<void> {
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      logger.error({ err: error }, 'did not close cleanly')
    }
}
