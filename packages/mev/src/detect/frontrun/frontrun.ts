import type { Hex } from 'viem'
import { computeConfidence } from '../../confidence/computeConfidence.ts'
import type { ConfidenceInputs } from '../../confidence/confidenceInputs.ts'
import { confidenceModels } from '../../confidence/model.ts'
import { computeNetProfit } from '../../cost.ts'
import type { Finding } from '../../finding.ts'
import type { DetectContext, Detector } from '../context.ts'
import { noRivals } from '../toConfidence.ts'
import type { CopiedCall } from './copiedCall.ts'

export const toFrontrunId = (call: Hex) => `frontrun:${call}`

/** It is made before the call, which it does not need. */
const inputs: ConfidenceInputs = {
  isSimulated: true,
  restsOnPending: false,
  hops: 0,
  unknownTokens: 0,
  unknownPools: 0,
  rivalsBefore: 0,
  rivalsAfter: 0,
  tipMargin: noRivals,
  queued: 0,
  gaps: 0,
}

/** A profitable call of somebody else that anyone could make before. */
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
        method: 'simulated',
        swaps: [],
        details: { target: copied.target, selector: copied.selector },
      },
    ]
  },
}

/**
 * Why nobody else could take a call's profit; null where anyone could.
 *
 * @example
 * explainNotCopyable(copied) // 'It reverts for another sender.'
 */
export function explainNotCopyable({ succeeds, gain, paidToOthers }: CopiedCall): string | null {
  if (!succeeds) return 'It reverts for another sender.'
  if (gain === null) return 'It leaves another sender tokens without a known value.'
  if (gain > 0n) return null
  return paidToOthers ? 'It pays an account of its own, whoever sends it.' : 'It leaves another sender nothing.'
}
