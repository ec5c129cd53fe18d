import { nativeToken } from '@outrigger/calldata/internal'
import { type AggregatorServer, type AskedSwap, createAggregatorServer } from '@outrigger/devnet/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AggregatorRequest } from './aggregator.ts'
import { AggregatorError, AggregatorSchemaError, InvalidAggregatorError } from './aggregatorErrors.ts'
import { createAggregator } from './createAggregator.ts'
import { type AggregatorName, aggregatorNames, aggregators } from './registry.ts'

const request: AggregatorRequest = {
  chain: 'ethereum',
  tokenIn: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  tokenOut: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  decimalsIn: 18,
  decimalsOut: 6,
  amountIn: 10n ** 18n,
  slippageBps: 50,
  from: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
}
const to = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const asked: AskedSwap[] = []
let server: AggregatorServer

beforeAll(async () => {
  server = await createAggregatorServer({
    async make(one) {
      asked.push(one)
      const value = one.tokenIn === nativeToken ? one.amountIn : 0n
      return { amountOut: 2_998_412_345n, to, data: '0x38ed1739', value }
    },
  })
})
afterAll(() => server?.close())

const create = (name: AggregatorName, options = {}) =>
  createAggregator({ name, url: server.urls[name], contracts: { ethereum: [to] }, ...options })

/** The field of each answer that contains the calldata. */
const calldataField: { readonly [name in AggregatorName]: string } = {
  '1inch': 'tx.data',
  '0x': 'transaction.data',
  velora: 'txParams.data',
  kyberswap: 'data.data',
  odos: 'transaction.data',
}

describe.each(aggregatorNames)('%s', (name) => {
  it('is queried in its documented form, and its promise and transaction are read', async () => {
    const swap = await create(name).swap(request)
    const transaction = { to, data: '0x38ed1739', value: 0n }
    const promise = { amountOut: 2_998_412_345n, spender: to, transaction }
    expect(swap).toEqual({ ...promise, minAmountOut: null, operators: [] })
    const { decimalsIn, decimalsOut, chain, ...same } = request
    expect(asked.at(-1)).toEqual({ ...same, chain: name === 'kyberswap' ? chain : '1' })
  })

  it('takes native currency with the transaction, or rejects it', async () => {
    const swap = create(name).swap({ ...request, tokenIn: nativeToken })
    if (name === 'odos') await expect(swap).rejects.toThrow(/only swaps tokens/)
    else expect((await swap).transaction.value).toBe(10n ** 18n)
  })

  const faults: readonly (readonly [string, Parameters<AggregatorServer['setFault']>[1], RegExp])[] = [
    ['dead', { isDead: true }, /cannot be reached/],
    ['hung', { hangs: true }, /no answer within 300 ms/],
    ['cut short', { isCut: true }, /cut short/],
    ['of a wrong key', { status: 401 }, /401\. Is its API key right/],
    ['busy', { status: 429 }, /too many requests/],
    ['no JSON', { edit: () => '<html>' }, /not JSON/],
    ['a list', { edit: () => '[]' }, /the answer is a list of 0/],
    ['huge', { edit: (body) => `${' '.repeat(200_000)}${body}` }, /more than 100000 bytes/],
  ]
  it.each(faults)('%s: the error tells the problem and contains no URL', async (_, fault, message) => {
    server.setFault(name, fault)
    const limits = { maxBytes: 100_000, ...('hangs' in fault && { timeoutMs: 300 }) }
    const key = aggregators[name].toKeyHeaders === null ? {} : { apiKey: 'SECRET-OF-OURS' }
    const error: unknown = await create(name, { ...limits, ...key })
      .swap(request)
      .catch((cause) => cause)
    server.setFault(name, {})
    expect(error).toBeInstanceOf(AggregatorError)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toMatch(/SECRET|http:|127/)
  })

  it('the error names the field of an undocumented answer', async () => {
    server.setFault(name, { edit: (body) => body.replaceAll('"data":"0x38ed1739"', '"data":7') })
    const error: unknown = await create(name)
      .swap(request)
      .catch((cause) => cause)
    server.setFault(name, { edit: (body) => body.replaceAll('2998412345', '-1') })
    const other: unknown = await create(name)
      .swap(request)
      .catch((cause) => cause)
    server.setFault(name, {})
    expect(error).toBeInstanceOf(AggregatorSchemaError)
    expect(error).toMatchObject({ field: calldataField[name], code: 'AGGREGATOR_SCHEMA' })
    expect(other).toBeInstanceOf(AggregatorSchemaError)
  })

  it('sends a key in the provider’s format, or rejects it', async () => {
    if (aggregators[name].toKeyHeaders === null)
      return expect(() => create(name, { apiKey: 'key' })).toThrow(InvalidAggregatorError)
    await create(name, { apiKey: 'SECRET-OF-OURS' }).swap(request)
    const last = server.seen.findLast((one) => one.name === name)
    expect(Object.values(last?.headers ?? {}).some((value) => String(value).endsWith('SECRET-OF-OURS'))).toBe(true)
  })
})

it('a transaction that pays more than the input is rejected', async () => {
  server.setFault('1inch', { edit: (body) => body.replace('"value":"0"', '"value":"5"') })
  await expect(create('1inch').swap(request)).rejects.toThrow(/pays 5 wei instead of 0/)
  server.setFault('1inch', {})
})
