import type { Hex } from 'viem'
import { computeConfidence } from '../../confidence/computeConfidence.ts'
import type { ConfidenceInputs } from '../../confidence/confidenceInputs.ts'
import { confidenceModels } from '../../confidence/model.ts'
import { computeNetProfit } from '../../cost.ts'
import type { Finding } from '../../finding.ts'
import type { CopiedCall, DetectContext, Detector } from '../context.ts'
import { certain } from '../toConfidence.ts'

export const toFrontrunId = (call: Hex) => `frontrun:${call}`

/** The copy is sent before the original call and does not depend on it. */
const inputs: ConfidenceInputs = { ...certain, isSimulated: true }

/** Detects profitable pending calls that any account could send first. */
export const frontrun: Detector = {
  type: 'frontrun',
  detect(context: DetectContext): readonly Finding[] {
    const { copied, cost, minProfit } = context
    if (copied === null || explainNotCopyable(copied) !== null || copied.gain === null) return []
    const netProfit = computeNetProfit(copied.gain, copied.gasUsed, cost)
    if (netProfit <= 0n || netProfit < minProfit) return []
    return [
      {
        type: 'frontrun',
        id: toFrontrunId(copied.transaction),
        transactions: [copied.transaction],
        blockNumber: copied.blockNumber,
        estimatedProfit: netProfit,
        inputs,
        confidence: computeConfidence(inputs, confidenceModels.frontrun),
        basis: 'simulated',
        swaps: [],
        details: { target: copied.target, selector: copied.selector },
      },
    ]
  },
}

/**
 * Explains why other accounts cannot take a call's profit. Returns null if any account can.
 *
 * @example
 * explainNotCopyable(copied) // 'The call reverts for another sender.'
 */
export function explainNotCopyable({ succeeds, gain, paidToOthers }: CopiedCall): string | null {
  if (!succeeds) return 'The call reverts for another sender.'
  if (gain === null) return 'Another sender receives tokens without a known value.'
  if (gain > 0n) return null
  return paidToOthers ? 'The call pays a fixed account, independent of the sender.' : 'Another sender receives nothing.'
}
