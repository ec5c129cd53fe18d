import {
  type Address,
  type Hex,
  hexToBigInt,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  toHex,
} from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import { requestAny } from '../chain/client.ts'
import { RefusedError } from './errors.ts'

/** A decoded transaction of a bundle. */
export type OrderedTransaction = {
  readonly raw: Hex
  readonly hash: Hex
  readonly from: Address
  readonly nonce: number
  readonly maxFee: bigint
  readonly tip: bigint
  readonly to: Address | null
  readonly value: bigint
  readonly call: object
  readonly mayRevert: boolean
}

/** The block being built. */
export type BuildingBlock = {
  readonly parent: bigint
  readonly timestamp: bigint
  readonly baseFee: bigint
  readonly coinbase: Address
  readonly gasLimit: bigint
}

export type Trial = { readonly failedAt: number | null; readonly gasUsed: bigint; readonly bid: bigint }

/** Decodes a signed transaction. @throws {RefusedError} */
export async function readTransaction(raw: Hex, mayRevert: (hash: Hex) => boolean): Promise<OrderedTransaction> {
  try {
    const { to = null, nonce = 0, value = 0n, gas = 0n, data, ...fees } = parseTransaction(raw)
    const maxFee = fees.maxFeePerGas ?? fees.gasPrice ?? 0n
    const tip = fees.maxPriorityFeePerGas ?? fees.gasPrice ?? 0n
    const from = await recoverTransactionAddress({ serializedTransaction: raw as never })
    const hash = keccak256(raw)
    const call = {
      from,
      nonce: toHex(nonce),
      value: toHex(value),
      gas: toHex(gas),
      maxFeePerGas: toHex(maxFee),
      maxPriorityFeePerGas: toHex(tip),
      ...(to && { to }),
      ...(data && { input: data }),
    }
    return { raw, hash, from, nonce, maxFee, tip, to, value, call, mayRevert: mayRevert(hash) }
  } catch {
    throw new RefusedError('a transaction cannot be decoded')
  }
}

type Simulated = readonly { readonly calls: readonly { readonly status: Hex; readonly gasUsed: Hex }[] }[]

/**
 * Executes transactions after others. The bid is their payment to the builder per gas, in priority fees and direct
 * transfers.
 */
export async function tryOut(
  client: DevnetClient,
  block: BuildingBlock,
  {
    before,
    transactions,
  }: { readonly before: readonly OrderedTransaction[]; readonly transactions: readonly OrderedTransaction[] },
): Promise<Trial> {
  const { parent, timestamp, baseFee, coinbase, gasLimit } = block
  const overrides = {
    number: toHex(parent + 1n),
    time: toHex(timestamp),
    feeRecipient: coinbase,
    baseFeePerGas: toHex(baseFee),
    gasLimit: toHex(gasLimit * 4n),
  }
  const calls = [...before, ...transactions].map(({ call }) => call)
  const simulated = await requestAny<Simulated>(client, 'eth_simulateV1', [
    { blockStateCalls: [{ blockOverrides: overrides, calls }], validation: false },
    toHex(parent),
  ])
  const results = (simulated[0]?.calls ?? []).slice(before.length)
  const failedAt = results.findIndex(({ status }, index) => status !== '0x1' && !transactions[index]?.mayRevert)
  const gasUsed = results.reduce((sum, one) => sum + hexToBigInt(one.gasUsed), 0n)
  const paid = results.reduce((sum, one, index) => {
    const { tip, maxFee, to, value } = transactions[index] as OrderedTransaction
    const effective = baseFee + tip < maxFee ? tip : maxFee - baseFee
    const sent = one.status === '0x1' && to?.toLowerCase() === coinbase.toLowerCase() ? value : 0n
    return sum + hexToBigInt(one.gasUsed) * effective + sent
  }, 0n)
  return { failedAt: failedAt < 0 ? null : failedAt, gasUsed, bid: paid / (gasUsed || 1n) }
}
