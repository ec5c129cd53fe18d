import { useState } from 'preact/hooks'

/** What the reader does, and what came of it. */
export type Acting = {
  /** Does it, and then asks for the news; a failure stands in `failure` until the next one. */
  readonly act: (change: () => Promise<string | undefined>) => Promise<boolean>
  readonly failure: unknown
  /** What the last one said. */
  readonly said: string | undefined
}

/** Runs a page's actions one after the other and shows the outcome of each as a message. */
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
