import { type Confirmation, type ConfirmationOptions, createConfirmation } from './confirmation.ts'
import { createPoolTrials, type PoolTrialOptions, type PoolTrials } from './poolTrials.ts'

/** What is found waits here until its tokens are measured and pools of unknown makers have been tried. */
export type Admission = Confirmation & Pick<PoolTrials, 'isTried'>

export function createAdmission(options: ConfirmationOptions & Pick<PoolTrialOptions, 'isKnownPool'>): Admission {
  const confirmation = createConfirmation(options)
  const { taxes } = confirmation
  const trials = createPoolTrials({ ...options, taxes, onTried: options.onLearned })
  return {
    ...{ taxes, isTried: trials.isTried },
    admit: (findings, entry) => trials.admit(confirmation.admit(findings, entry), entry),
    onBlock() {
      confirmation.onBlock()
      trials.onBlock()
    },
  }
}
