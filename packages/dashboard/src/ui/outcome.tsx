import type { Acting } from '../data/acting.ts'
import { describeFailure } from '../data/failure.ts'

/** Shows the result of the last action. Screen readers announce the result. */
export function Outcome({ of: { failure, said } }: { readonly of: Pick<Acting, 'failure' | 'said'> }) {
  return (
    <div role="status" aria-live="polite">
      {failure !== undefined && <p class="failure">{describeFailure(failure)}</p>}
      {said !== undefined && <p>{said}</p>}
    </div>
  )
}
