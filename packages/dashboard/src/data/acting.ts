import { useState } from 'preact/hooks'

/** Runs the user's actions and provides the result of the last action. */
export type Acting = {
  /** Runs an action and then reloads the page's data. Returns false and sets `failure` if the action throws. */
  readonly act: (change: () => Promise<string | undefined>) => Promise<boolean>
  readonly failure: unknown
  /** The message that the last action returned. */
  readonly said: string | undefined
}

/** Runs a page's actions and stores the outcome of the last action, so that the page can show a message. */
export function useActing(reload: () => void): Acting {
  const [outcome, setOutcome] = useState<Pick<Acting, 'failure' | 'said'>>({ failure: undefined, said: undefined })
  async function act(change: () => Promise<string | undefined>): Promise<boolean> {
    setOutcome({ failure: undefined, said: undefined })
    try {
      setOutcome({ failure: undefined, said: await change() })
      return true
    } catch (failure) {
      setOutcome({ failure, said: undefined })
      return false
    } finally {
      reload()
    }
  }
  return { act, ...outcome }
}
