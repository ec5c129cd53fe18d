import { describe, expect, it } from 'vitest'
import { explainNoSwaps } from './readExposure.ts'

const failed = { reason: 'insufficientOutput', what: 'uniswap_v2.swapExactTokensForTokens' } as const

describe('the reason why a transaction has no exposure', () => {
  it('tells a swap that fails alone from a transaction that reverts', () => {
    const reason = 'uniswap_v2.swapExactTokensForTokens: its limit is not met by the pools as they are.'
    expect(explainNoSwaps({ reverts: false, gaps: [failed] })).toBe(
      `Its swaps would fail as the pools are, and the rest of the transaction would go through. ${reason}`,
    )
    expect(explainNoSwaps({ reverts: true, gaps: [failed] })).toBe(`It would be reverted as the pools are. ${reason}`)
  })

  it('names what cannot be computed', () => {
    const gaps = [failed, { reason: 'opaque', what: 'paymaster' } as const]
    expect(explainNoSwaps({ reverts: false, gaps })).toMatch(/^It cannot be computed\. .*paymaster: a part/)
  })
})
