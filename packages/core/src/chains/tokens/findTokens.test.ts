import { describe, expect, it } from 'vitest'
import { findListedTokens } from './findTokens.ts'
import { toListedTokens } from './listedTokens.ts'

describe('listed tokens', () => {
  it('are found by their symbols in any letter case', () => {
    const [weth] = findListedTokens('ethereum', 'weth')
    expect(weth).toEqual({ symbol: 'WETH', decimals: 18, address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' })
    expect(findListedTokens('ethereum', 'WETH')).toEqual([weth])
    expect(findListedTokens('ethereum', 'NOSUCH')).toEqual([])
    expect(findListedTokens('bitcoin', 'WETH')).toEqual([])
  })

  it('may share a symbol', () => {
    expect(findListedTokens('ethereum', 'UNI-V2').length).toBeGreaterThan(5)
  })

  it('have addresses in lower case', () => {
    for (const address of toListedTokens('polygon').keys()) expect(address).toMatch(/^0x[0-9a-f]{40}$/)
  })
})
