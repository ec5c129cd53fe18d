import { chains, createMemoryStore, createProviderPool } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { type Hex, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createTokenRegistry, decodeSymbol } from './tokenRegistry.ts'

const [text, legacy, nobody] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`, `0x${'a3'.repeat(20)}`] as const
const word = (value: number | string) => Number(value).toString(16).padStart(64, '0')

/** Code that returns the same bytes for every call. */
function answering(data: Hex): Hex {
  const size = (data.length - 2) / 2
  // PUSH1 size, PUSH1 12 (where the data is), PUSH1 0, CODECOPY, PUSH1 size, PUSH1 0, RETURN, data
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  return `0x60${hex(size)}600c60003960${hex(size)}6000f3${data.slice(2)}`
}

describe('token registry', () => {
  it('has listed tokens, reads others from the chain, and stores them', async () => {
    await using anvil = await createAnvil({ chainId: 1 })
    await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl] })
    const setCode = (address: Hex, data: Hex) =>
      pool.send({ method: 'anvil_setCode', params: [address, answering(data)] })
    // The same response to symbol() and decimals(): an ABI string begins with 0x20, its offset.
    await setCode(text, `0x${word(32)}${word(3)}${stringToHex('FOO', { size: 32 }).slice(2)}`)
    await setCode(legacy, stringToHex('MKR', { size: 32 }))
    const store = createMemoryStore()
    const tokens = createTokenRegistry({ chain: 'ethereum', pool, store })
    expect(tokens.peek('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')).toEqual({ symbol: 'USDC', decimals: 6 })
    expect(tokens.peek(text)).toBeNull()
    await tokens.load([text, legacy, nobody])
    expect(tokens.peek(text)).toEqual({ symbol: 'FOO', decimals: 32 })
    expect(tokens.peek(legacy)).toEqual({ symbol: 'MKR', decimals: null })
    expect(tokens.peek(nobody)).toBeNull()

    const offline = createTokenRegistry({ chain: 'ethereum', store })
    await offline.load([text])
    expect(offline.peek(text)?.symbol).toBe('FOO')
  })

  it.each([
    ['0x', null],
    [`0x${word(0)}`, null],
    [`0x${word(32)}${word(1e9)}`, null],
    [`0x${word(32)}${word(5)}${stringToHex('A\u202eB\n', { size: 32 }).slice(2)}`, 'AB'],
    [stringToHex('SAI', { size: 32 }), 'SAI'],
  ] as const)('reads the symbol of %s', (data, symbol) => {
    expect(decodeSymbol(data)).toBe(symbol)
  })
})
