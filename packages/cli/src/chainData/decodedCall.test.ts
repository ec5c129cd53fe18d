import type { EvmTransaction } from '@outrigger/data'
import { encodeFunctionData, parseAbi, type Transaction } from 'viem'
import { expect, it } from 'vitest'
import { decodeCall, toCallLines } from './decodedCall.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const from = '0x00000000000000000000000000000000000000f0'

function decode(fields: Partial<Transaction>): ReturnType<typeof decodeCall> {
  const transaction = { from, value: 0n, gas: 200_000n, ...fields } as Transaction
  return decodeCall({ family: 'evm', chain: 'ethereum', transaction } as EvmTransaction)
}

it('shows the actions of a call with the symbols of known tokens', () => {
  const input = encodeFunctionData({
    abi: parseAbi(['function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)']),
    args: [10n ** 18n, 2_900_000_000n, [weth, usdc], from, 2n ** 40n],
  })
  const call = decode({ to: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d', input })
  expect(call).toMatchObject({ tx_type: 'swap', rule: 'swap: uniswap_v2.swapExactTokensForTokens' })
  const text = toCallLines('ethereum', call).join('\n')
  expect(text).toContain('decoded as swap: uniswap_v2.swapExactTokensForTokens')
  expect(text).toMatch(/token in WETH.*token out USDC/s)
})

it('includes the authorizations of a set-code transaction', () => {
  const authorization = {
    address: from,
    chainId: 1,
    nonce: 7,
    r: `0x${'1'.repeat(64)}`,
    s: `0x${'2'.repeat(64)}`,
    yParity: 1,
  }
  const call = decode({ to: from, input: '0x', authorizationList: [authorization] } as Partial<Transaction>)
  expect(call.tx_type).toBe('transfer')
})

it('says that a call is unknown', () => {
  const call = decode({ to: from, input: '0x12345678' })
  expect(call).toMatchObject({ tx_type: 'other', actions: [] })
  expect(toCallLines('ethereum', call).join('\n')).toContain('decoded as other')
})
