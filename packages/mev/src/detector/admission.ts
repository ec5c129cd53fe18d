import type { PoolSnapshot } from '@outrigger/defi/dex'
import type { Finding } from '../finding.ts'
import { createBlockAges } from './blockAge.ts'
import { type Confirmation, type ConfirmationOptions, createConfirmation } from './confirmation.ts'
import { createSwapTrials, type SwapTrialOptions, type SwapTrials } from './swapTrials.ts'

/** Delays findings until the taxes of their tokens are measured. Swaps through unknown tokens or pools must also pass a trial. */
export type Admission = Pick<Confirmation, 'taxes' | 'admit' | 'onBlock'> & Pick<SwapTrials, 'isTried'>

export type AdmissionOptions = Omit<ConfirmationOptions, 'ages' | 'toWorth' | 'toSnapshot'> &
  Pick<SwapTrialOptions, 'isKnownPool'> & { readonly toSnapshot: () => PoolSnapshot }

export function createAdmission(options: AdmissionOptions): Admission {
  const ages = createBlockAges(() => options.toSnapshot().block)
  // A pool with unknown code may report false reserves, so the estimated profit of its findings must not affect the order.
  const isOfKnown = ({ swaps }: Finding) =>
    swaps.every(({ hops }) => hops.every(({ pool }) => options.isKnownPool(pool)))
  const toWorth = (finding: Finding) => (isOfKnown(finding) ? finding.estimatedProfit : 0n)
  const confirmation = createConfirmation({ ...options, ages, toWorth })
  const { taxes, isSettled } = confirmation
  const trials = createSwapTrials({
    ...options,
    ages,
    toWorth,
    taxes,
    isSettled,
    onPaid: confirmation.renew,
    onTried: options.onLearned,
  })
  return {
    taxes,
    isTried: trials.isTried,
    admit: (findings, entry) => trials.admit(confirmation.admit(findings, entry), entry),
    onBlock() {
      ages.see()
      confirmation.onBlock()
      trials.onBlock()
    },
  }
}
