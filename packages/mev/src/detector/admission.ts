import { type Confirmation, type ConfirmationOptions, createConfirmation } from './confirmation.ts'
import { createSwapTrials, type SwapTrialOptions, type SwapTrials } from './swapTrials.ts'

/** What is found waits here until its tokens are measured, and its swaps tried where nobody knows their tokens or pools. */
export type Admission = Pick<Confirmation, 'taxes' | 'admit' | 'onBlock'> & Pick<SwapTrials, 'isTried'>

export type AdmissionOptions = ConfirmationOptions & Pick<SwapTrialOptions, 'isKnownPool'>

export function createAdmission(options: AdmissionOptions): Admission {
  const confirmation = createConfirmation(options)
  const { taxes, isSettled } = confirmation
  const trials = createSwapTrials({
    ...options,
    taxes,
    isSettled,
    onPaid: confirmation.renew,
    onTried: options.onLearned,
  })
  return {
    ...{ taxes, isTried: trials.isTried },
    admit: (findings, entry) => trials.admit(confirmation.admit(findings, entry), entry),
    onBlock() {
      confirmation.onBlock()
      trials.onBlock()
    },
  }
}
