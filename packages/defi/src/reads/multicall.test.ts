import { setTimeout } from 'node:timers/promises'
import { encodeFunctionResult, multicall3Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { createMulticall, multicall3 } from './multicall.ts'

/** A provider that takes 5 ms per call and counts the calls in flight. */
function createProvider(batchSize: number) {
  const seen = { calls: 0, most: 0 }
  let running = 0
  const result = Array.from({ length: batchSize }, () => ({ success: true, returnData: '0x01' as const }))
  const request = async () => {
    seen.calls += 1
    running += 1
    seen.most = Math.max(seen.most, running)
    await setTimeout(5)
    running -= 1
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
  return { seen, client: { request: request as never } }
}

describe('createMulticall', () => {
  it.each([1, 2, 8])('keeps at most %i calls in flight', async (maxParallel) => {
    const { seen, client } = createProvider(10)
    const call = createMulticall({ client, block: { number: 1n, hash: null }, batchSize: 10, maxParallel })
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => call(multicall3, '0x')))
    expect(outcomes).toHaveLength(100)
    expect(seen).toEqual({ calls: 10, most: maxParallel })
  })
})
