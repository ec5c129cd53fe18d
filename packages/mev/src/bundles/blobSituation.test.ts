import { chains } from '@outrigger/core'
import { createPublicClient, custom, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { readBlobSituation } from './blobSituation.ts'

const time = 1_800_000_000
const head = {
  number: '0x64',
  timestamp: numberToHex(time),
  baseFeePerGas: '0x1',
  blobGasUsed: '0x0',
  excessBlobGas: numberToHex(200_000_000n),
}
const history = (...fees: readonly number[]) => ({
  oldestBlock: '0x64',
  gasUsedRatio: [0.5],
  baseFeePerBlobGas: fees.map((fee) => numberToHex(fee)),
})
const parameters = (activationTime: number, max: number) => ({
  activationTime,
  blobSchedule: { target: 6, max, baseFeeUpdateFraction: 11_684_671 },
})

/** Reads from a node that supports only these methods. */
function read(answers: Readonly<Record<string, unknown>>, chain: 'ethereum' | 'gnosis' | 'bsc' = 'ethereum') {
  const known = { eth_getBlockByNumber: head, ...answers }
  const request = async ({ method }: { readonly method: string }) => {
    if (!Object.hasOwn(known, method)) throw Object.assign(new RangeError(`${method} is missing`), { code: -32601 })
    return known[method as keyof typeof known]
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  return readBlobSituation(client, { chain: chains[chain], timestamp: BigInt(time) })
}

describe('the blob situation of a bundle', () => {
  it("takes the next block's fee from the history or computes it from the head, and prefers both to the head's fee", async () => {
    expect(await read({ eth_feeHistory: history(5, 6), eth_blobBaseFee: '0x5' })).toMatchObject({ nextBaseFee: 6n })
    // 200,000,000 minus the target of 14 blobs: e^(198,164,992 / 11,684,671).
    const { nextBaseFee } = await read({ eth_feeHistory: history(5), eth_blobBaseFee: '0x5' })
    expect(Number(nextBaseFee) / Math.exp(198_164_992 / 11_684_671)).toBeCloseTo(1, 3)
  })

  it('uses the node’s fee if it is far above the computed fee', async () => {
    expect(await read({ eth_blobBaseFee: '0xb2d05e00' })).toMatchObject({ nextBaseFee: 3_000_000_000n })
  })

  it("falls back to the head's fee on a chain with another fee rule, and otherwise returns null", async () => {
    expect(await read({ eth_blobBaseFee: '0x5' }, 'bsc')).toEqual({ nextBaseFee: 5n, maxPerBlock: null })
    expect(await read({}, 'bsc')).toEqual({ nextBaseFee: null, maxPerBlock: null })
  })

  it("takes the blob limit from the node's schedule for the next block, or from the chain's schedule", async () => {
    const current = parameters(0, 9)
    const next = parameters(time + 12, 32)
    expect(await read({ eth_config: { current, next: null, last: null } })).toMatchObject({ maxPerBlock: 9 })
    expect(await read({ eth_config: { current, next, last: next } })).toMatchObject({ maxPerBlock: 32 })
    expect(await read({})).toMatchObject({ maxPerBlock: 21 })
    expect(await read({ eth_feeHistory: history(5, 6) }, 'gnosis')).toMatchObject({ maxPerBlock: 2 })
  })
})
